import sql from 'sql-template-tag'
import { nextCampusHour } from '#format/campus-date.ts'
import { afterQuietHours } from '#format/quiet-hours.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { savedMailKind } from '#server/mail/mail-kinds.ts'
import { savedMailsDaily, savedMailsSoon } from '#server/saved/mails/saved-mail-jobs.ts'
import { type OutboxMail, readOutbox } from '../support/outbox.ts'
import { expect } from './fixtures.ts'
import type { Student } from './students.ts'

/**
 * Runs the quarter-hourly job now, even in the quiet hours, or the daily one as of the next morning. Returns the newest
 * email to a student.
 */
export async function waitForSavedMail(
  dataDir: string,
  { email }: Pick<Student, 'email'>,
  frequency: 'soon' | 'daily' = 'soon',
): Promise<OutboxMail> {
  await writeSavedMails(dataDir, frequency)
  const readMails = async () => (await readOutbox(dataDir)).filter(({ to }) => to.includes(email))
  await expect.poll(async () => (await readMails()).length).toBeGreaterThan(0)
  const [mail] = (await readMails()).slice(-1)
  if (!mail) throw new Error('No mail was sent.')
  return mail
}

async function writeSavedMails(dataDir: string, frequency: 'soon' | 'daily') {
  const db = await openDatabase({ DATA_DIR: dataDir })
  const job = frequency === 'soon' ? savedMailsSoon : savedMailsDaily
  const time = frequency === 'soon' ? afterQuietHours(Date.now()) : nextCampusHour(Date.now(), 12)
  const now = () => time
  await job({ verifyEmail: false }).run({
    id: 0,
    cause: '',
    payload: undefined,
    attempts: 1,
    createdAt: now(),
    db,
    now,
    signal: new AbortController().signal,
  })
  // The server sends the emails. In the quiet hours they would wait for the morning.
  await db.run(sql`
    UPDATE jobs SET run_at = 0 WHERE kind = ${savedMailKind} AND state = 'waiting'`)
  await db.close()
}

/** Returns the first link of an email that contains these words, without the origin. */
export function findMailLink({ text }: OutboxMail, words: string): string {
  const urls = text.match(/https?:\/\/\S+/g) ?? []
  const { pathname, search } = new URL(urls.find((url) => url.includes(words)) ?? '')
  return pathname + search
}
