import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate, migrateUpTo } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { hourMs } from '../durations.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { mailedThreadRules } from '../messages/mails/message-mail-job.ts'
import { isTurnedOff } from '../students/mail-settings.ts'
import { mailJobs } from './mail-jobs.ts'
import { createMailSender } from './mail-sender.ts'
import type { OutgoingMail } from './mail-transport.ts'

it.each(engines)('the migration keeps the mails that still wait on %s', async (engine) => {
  const db = await openDatabase(await testDatabaseSettings(engine))
  onTestFinished(() => db.close())
  await migrateUpTo(db, 6)
  await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Byron', ${at('ada')}, '', 1)`)
  const now = Date.UTC(2026, 10, 15, 12)
  const mail = { kind: 'password-reset', to: at('ada'), sentAt: 0, claimedUntil: 0 }
  const mails = [
    { ...mail, subject: 'reset' },
    { ...mail, subject: 'changed', kind: 'password-changed' },
    { ...mail, subject: 'sent', sentAt: now },
    { ...mail, subject: 'being sent', claimedUntil: now },
    { ...mail, subject: 'of nobody', to: at('bob') },
  ]
  for (const { kind, to, subject, sentAt, claimedUntil } of mails) {
    await db.run(sql`
      INSERT INTO outgoing_mail (kind, to_address, subject, text_body, html_body, created_at,
        expires_at, attempts, next_attempt_at, claimed_until, sent_at)
      VALUES (${kind}, ${to}, ${subject}, '"text"', '<p>html</p>', ${now - 1},
        ${now + hourMs}, 2, ${now}, ${claimedUntil || null}, ${sentAt || null})`)
  }
  await migrate(db)
  expect(await db.all(sql`SELECT kind, user_id, attempts FROM jobs ORDER BY id`)).toEqual([
    { kind: 'secret-mail', user_id: 1, attempts: 2 },
    { kind: 'mail', user_id: 1, attempts: 2 },
  ])
  const sent: OutgoingMail[] = []
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const send = async (outgoing: OutgoingMail) => void sent.push(outgoing)
  const kinds = mailJobs({
    sender: createMailSender({ transport: { send, isRemote: true }, log }),
    threadRules: mailedThreadRules,
    isTurnedOff,
  })
  const runner = startJobRunner({ db, kinds, now: () => now, log, pollMs: hourMs })
  await runner.runDue()
  await runner.stop()
  expect(sent.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
    {
      template: 'password-reset',
      to: mail.to,
      subject: 'reset',
      text: '"text"',
      html: '<p>html</p>',
    },
    { template: 'password-changed', to: mail.to, subject: 'changed' },
  ])
})
