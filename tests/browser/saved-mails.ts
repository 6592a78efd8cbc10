import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type OutboxMail, readOutbox } from '../support/outbox.ts'
import { expect } from './fixtures.ts'
import type { Student } from './students.ts'

/** The newest mail to a student after what is due every quarter of an hour was done, for which no test waits so long. */
export async function waitForSavedMail(
  dataDir: string,
  { email }: Pick<Student, 'email'>,
): Promise<OutboxMail> {
  const readMails = async () => (await readOutbox(dataDir)).filter(({ to }) => to.includes(email))
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  const bringForward = db.prepare(
    `UPDATE jobs SET run_at = 0 WHERE kind = 'saved-mails-soon' AND state = 'waiting'`,
  )
  // Again, because a run may have begun before the listing was there.
  const count = async () => {
    bringForward.run()
    return (await readMails()).length
  }
  await expect.poll(count, { intervals: [1000] }).toBeGreaterThan(0)
  db.close()
  const [mail] = (await readMails()).slice(-1)
  if (!mail) throw new Error('No mail was sent.')
  return mail
}

/** The first link of a mail that has these words, without the origin. */
export function findMailLink({ text }: OutboxMail, words: string): string {
  const urls = text.match(/https?:\/\/\S+/g) ?? []
  const { pathname, search } = new URL(urls.find((url) => url.includes(words)) ?? '')
  return pathname + search
}
