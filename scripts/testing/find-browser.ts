/** The places where a machine may have a browser, and the ways to install one. */
export interface BrowserLookup {
  /** The value of CHROMIUM_PATH. */
  configuredPath: string | undefined
  listInstalled: () => string[]
  getDownloadedPath: () => Promise<string>
  canRun: (path: string) => boolean
  /** The installers in the order to try. After each one, we look for a browser again. */
  installers: { message: string; install: () => Promise<unknown> }[]
}

type Log = (message: string) => unknown

export async function findInstalledBrowser(
  lookup: BrowserLookup,
  log: Log,
): Promise<string | undefined> {
  if (lookup.configuredPath) {
    if (lookup.canRun(lookup.configuredPath)) return lookup.configuredPath
    log(`CHROMIUM_PATH is ${lookup.configuredPath}, which does not run.`)
  }
  const installed = lookup.listInstalled().find(lookup.canRun)
  if (installed) return installed
  const downloaded = await lookup.getDownloadedPath()
  return lookup.canRun(downloaded) ? downloaded : undefined
}

/** Returns the browser for tests. Installs one if the machine has none. */
export async function findBrowser(lookup: BrowserLookup, log: Log): Promise<string | undefined> {
  const installed = await findInstalledBrowser(lookup, log)
  if (installed) {
    log(`Testing in ${installed}.`)
    return installed
  }
  for (const { message, install } of lookup.installers) {
    log(message)
    await install().catch(() => {})
    const browser = await findInstalledBrowser({ ...lookup, configuredPath: undefined }, log)
    if (browser) {
      log(`Testing in ${browser}, just installed.`)
      return browser
    }
    log('That did not work.')
  }
  log('There is no browser to test in: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
  return undefined
}
