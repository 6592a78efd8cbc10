export type Machine = {
  /** What CHROMIUM_PATH says. */
  named: string | undefined
  system: () => string[]
  downloaded: () => Promise<string>
  runs: (path: string) => boolean
  /** Ways to get one, in the order to try; whether one worked is seen by looking again. */
  remedies: { announcement: string; attempt: () => Promise<unknown> }[]
}

type Say = (sentence: string) => unknown

/** A browser that is already there. */
export async function installedBrowser(machine: Machine, say: Say): Promise<string | undefined> {
  if (machine.named) {
    if (machine.runs(machine.named)) return machine.named
    say(`CHROMIUM_PATH is ${machine.named}, which does not run.`)
  }
  const onSystem = machine.system().find(machine.runs)
  if (onSystem) return onSystem
  const downloaded = await machine.downloaded()
  return machine.runs(downloaded) ? downloaded : undefined
}

/** A browser to test with, fetched when the machine has none. */
export async function findBrowser(machine: Machine, say: Say): Promise<string | undefined> {
  const installed = await installedBrowser(machine, say)
  if (installed) {
    say(`Testing in ${installed}.`)
    return installed
  }
  for (const { announcement, attempt } of machine.remedies) {
    say(announcement)
    await attempt().catch(() => {})
    const fetched = await installedBrowser({ ...machine, named: undefined }, say)
    if (fetched) {
      say(`Testing in ${fetched}, just installed.`)
      return fetched
    }
    say('That did not work.')
  }
  say('There is no browser to test in: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
  return undefined
}
