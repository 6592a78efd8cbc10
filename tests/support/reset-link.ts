import { setTimeout as delay } from 'node:timers/promises'
import { apiPaths } from '#contract/paths.ts'
import { readOutbox } from './outbox.ts'
import type { RunningServer } from './start-server.ts'

const timeoutMs = 10_000

/** Waits for an email to an address. Returns the reset link in the newest. */
export async function findResetLink(dataDir: string, email: string): Promise<string> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const mail = (await readOutbox(dataDir)).findLast(({ to }) => to === email)
    const [link] = /http\S+\/reset-password#token=\S+/.exec(mail?.text ?? '') ?? []
    if (link) return link
    await delay(50)
  }
  throw new Error(`No reset link was sent to ${email}`)
}

export async function requestResetLink(
  { url, dataDir }: Pick<RunningServer, 'url' | 'dataDir'>,
  email: string,
): Promise<string> {
  await fetch(url + apiPaths.requestPasswordReset, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return findResetLink(dataDir, email)
}
