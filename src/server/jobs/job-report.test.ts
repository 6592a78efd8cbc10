import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { hourMs, secondMs } from '../durations.ts'
import { enqueueMail, enqueueSecretMail, mailJobs } from '../mail/mail-jobs.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import { MailRefusedError } from '../mail/mail-transport.ts'
import { mailedThreadRules } from '../messages/mails/message-mail-job.ts'
import { isTurnedOff } from '../students/mail-settings.ts'
import { type JobKind, PermanentJobError } from './job-kind.ts'
import { enqueueJob } from './job-queries.ts'
import { buildJobReport } from './job-report.ts'
import { startJobRunner } from './job-runner.ts'

stayOnBuiltInCampus()

describe.each(engines)('job report on %s', (engine) => {
  async function open() {
    const db = await openTestDatabase(engine)
    const clock = { now: Date.UTC(2026, 10, 15, 12) }
    async function run(kinds: JobKind[]) {
      const log = { warn: () => {}, error: () => {} }
      const runner = startJobRunner({ db, kinds, now: () => clock.now, log, pollMs: hourMs })
      await runner.runDue()
      await runner.stop()
    }
    return { db, clock, run, report: () => buildJobReport(db, clock.now) }
  }

  it('says that there is nothing', async () => {
    const { report } = await open()
    expect(await report()).toBe('There are no jobs.')
  })

  it('lists what waits, ran and failed', async () => {
    const { db, clock, run, report } = await open()
    for (const kind of ['greet', 'refused', 'refused']) await enqueueJob(db, { kind }, clock.now)
    await enqueueJob(db, { kind: 'of-another-version' }, clock.now)
    await run([
      { name: 'greet', delivery: 'at-least-once', run: async () => {} },
      {
        name: 'refused',
        delivery: 'at-least-once',
        run: () => Promise.reject(new PermanentJobError('no\nand more')),
      },
      {
        name: 'hourly',
        delivery: 'at-least-once',
        nextRunAt: (now) => now + hourMs,
        run: () => Promise.reject(new Error('disk full')),
        retryDelaysMs: [90 * secondMs],
      },
    ])
    expect(await report()).toBe(
      `Kind                     State      Jobs
greet                    done          1  last 2026-11-15 07:00
hourly                   waiting       1  next 2026-11-15 07:01, last 2026-11-15 07:00
of-another-version       waiting       1  due
refused                  failed        2  last 2026-11-15 07:00

Failed and tried again (npm run jobs -- retry tries them now):
5  hourly  2026-11-15 07:00  after 1 try: disk full, again 2026-11-15 07:01

Failed for good (npm run jobs -- retry, or retry ID):
3  refused  2026-11-15 07:00  after 1 try: no
2  refused  2026-11-15 07:00  after 1 try: no`,
    )
  })

  it('holds no address, link or text of a mail', async () => {
    const { db, clock, run, report } = await open()
    const { id: studentId } = await insertTestUser(db)
    const mail = {
      template: 'reset',
      to: at('ada'),
      subject: 'Reset',
      text: 'token=s3cret',
      html: '',
    }
    await enqueueSecretMail(db, mail, { studentId }, clock.now)
    await enqueueMail(db, mail, { studentId }, clock.now)
    const send = () => {
      const cause = Object.assign(new Error(`550 <${at('ada')}>`), { responseCode: 550 })
      return Promise.reject(new MailRefusedError(at('ada'), { cause }))
    }
    await run(
      mailJobs({
        sender: createMailSender({ transport: { send, isRemote: true }, log: { info: () => {} } }),
        threadRules: mailedThreadRules,
        isTurnedOff,
      }),
    )
    const text = await report()
    expect(text).toContain('mail  2026-11-15 07:00  after 1 try: mail not sent Error 550')
    expect(text).toContain('550, cannot be tried again')
    expect(text).not.toMatch(/ada|@|s3cret/)
  })

  it('shows the newest failures of many', async () => {
    const { db, clock, run, report } = await open()
    for (let i = 0; i < 51; i++) await enqueueJob(db, { kind: 'refused' }, clock.now)
    const refuse = () => Promise.reject(new PermanentJobError('no'))
    await run([{ name: 'refused', delivery: 'at-least-once', run: refuse }])
    const lines = (await report()).split('\n')
    expect(lines.filter((line) => line.includes('after 1 try'))).toHaveLength(50)
    expect(lines.at(-1)).toBe('These are the newest 50; there are more.')
  })
})
