import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { enqueueMail, enqueueSecretMail } from '#server/mail/mail-jobs.ts'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { at } from '../support/campus-email.ts'
import { type Engine, engines, testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { reportFigures } from '../support/faults/figures.ts'
import { startMailServer } from '../support/faults/mail-server.ts'
import { insertTestUser } from '../support/insert-test-user.ts'
import { readOutbox } from '../support/outbox.ts'

const rounds = 10
const mailsPerRound = 60
const secretsPerRound = 20
/** Claims lapse after 15 s. The rest of the time is for a busy machine. */
const pollOptions = { timeout: 90_000, interval: 500 }

/** Starts server processes on one database. This process enqueues emails to a student. */
async function startApps(engine: Engine, count: number, settings: Record<string, string> = {}) {
  const shared = { ...(await testDatabaseSettings(engine)), ...settings }
  const apps = [await startApp(engine, shared)]
  while (apps.length < count) apps.push(await startApp(engine, shared))
  const db = await openDatabase(shared)
  onTestFinished(() => db.close())
  const { id: studentId } = await insertTestUser(db)
  const mail = (subject: string) => ({
    template: 'test',
    to: at('ada'),
    subject,
    text: subject,
    html: subject,
  })
  return {
    db,
    dataDir: shared.DATA_DIR,
    kill: () => Promise.all(apps.map((app) => app.kill())),
    start: () => Promise.all(apps.map((app) => app.start())),
    enqueue: (cause: string) => enqueueMail(db, mail(cause), { studentId, cause }, Date.now()),
    enqueueSecret: (cause: string) =>
      enqueueSecretMail(db, mail(cause), { studentId, cause }, Date.now()),
  }
}

interface MailJob {
  kind: 'mail' | 'secret-mail'
  cause: string
  state: string
  attempts: number
  error: string | null
}

const findMailJobs = (db: Db) =>
  db.all<MailJob>(sql`
    SELECT kind, cause, state, attempts, error FROM jobs WHERE kind IN ('mail', 'secret-mail') ORDER BY id`)

async function untilAllEnded(db: Db): Promise<MailJob[]> {
  const findOpen = async () =>
    (await findMailJobs(db)).filter(({ state }) => state === 'waiting' || state === 'running')
  await expect.poll(findOpen, pollOptions).toEqual([])
  return findMailJobs(db)
}

// Fails if an email that is sent again gets another file, or if an interrupted link or code is sent again.
describe.each(engines)('mails of two processes killed while they send on %s', (engine) => {
  it('are in the outbox once for each cause, and a link or code at most once', async () => {
    const { db, dataDir, kill, start, enqueue, enqueueSecret } = await startApps(engine, 2)
    const countFiles = async () => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length
    for (let round = 0; round < rounds; round++) {
      const enough = (await countFiles()) + createRandom(5, round).integer(5, mailsPerRound)
      const causes = Array.from({ length: mailsPerRound }, (_, i) => `mail ${round}-${i}`)
      // Each cause is enqueued twice, because two processes may find the same cause.
      await Promise.all([...causes, ...causes].map(enqueue))
      for (let i = 0; i < secretsPerRound; i++) await enqueueSecret(`secret ${round}-${i}`)
      const deadline = performance.now() + pollOptions.timeout
      while ((await countFiles()) < enough && performance.now() < deadline) await pause(1)
      await kill()
      await start()
    }
    const jobs = await untilAllEnded(db)
    const files = (await readOutbox(dataDir)).map(({ subject }) => subject)
    const sentAgain = jobs.filter(({ kind, attempts }) => kind === 'mail' && attempts > 1)
    const interrupted = jobs.filter(({ error }) => error === 'interrupted')
    reportFigures(`kill -9 while mails are sent, ${engine}`, {
      kills: rounds * 2,
      mails: rounds * mailsPerRound,
      'run again': sentAgain.length,
      'links and codes': rounds * secretsPerRound,
      'not sent again': interrupted.length,
    })
    const mails = jobs.filter(({ kind }) => kind === 'mail')
    expect(mails).toHaveLength(rounds * mailsPerRound)
    expect(files.filter((subject) => subject.startsWith('mail')).toSorted()).toEqual(
      mails.map(({ cause }) => cause).toSorted(),
    )
    expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['done']))
    const secrets = files.filter((subject) => subject.startsWith('secret'))
    expect(secrets).toHaveLength(new Set(secrets).size)
    expect(secrets.length).toBeGreaterThanOrEqual(rounds * secretsPerRound - interrupted.length)
    expect(jobs.filter(({ kind, attempts }) => kind === 'secret-mail' && attempts > 2)).toEqual([])
    // If this fails, the kills came too late to show anything.
    expect(sentAgain.length).toBeGreaterThan(0)
    expect(interrupted.length).toBeGreaterThan(0)
  })
})

// Fails if the Message-ID is created when sending, or if an interrupted link or code is sent again.
describe.each(engines)(
  'a process killed before it reads the reply of the mail server on %s',
  (engine) => {
    it('sends the mail again with the same Message-ID, and a link or code not again', async () => {
      const { port, received, hooks } = await startMailServer()
      const SMTP_URL = `smtp://127.0.0.1:${port}`
      const { db, kill, start, enqueue, enqueueSecret } = await startApps(engine, 1, { SMTP_URL })
      const killed = Promise.withResolvers<void>()
      hooks.beforeAccept = async () => {
        if (received.length < 2) return killed.promise
        if (received.length === 2) await kill()
        killed.resolve()
      }
      await Promise.all([enqueue('mail'), enqueueSecret('secret')])
      await killed.promise
      await start()
      const jobs = await untilAllEnded(db)
      expect(jobs.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
        { kind: 'mail', state: 'done', attempts: 2 },
        { kind: 'secret-mail', state: 'failed', error: 'interrupted' },
      ])
      const ids = received.map(({ messageId }) => messageId)
      expect(ids).toHaveLength(3)
      expect(new Set(ids).size).toBe(2)
      expect(ids.indexOf(ids[2] ?? '')).toBeLessThan(2)
    })
  },
)
