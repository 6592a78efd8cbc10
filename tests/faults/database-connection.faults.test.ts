import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { rollDice } from '../../scripts/dice.ts'
import { testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures, milliseconds } from '../support/faults/figures.ts'
import { mixedQuestions } from '../support/faults/mixed-questions.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { type ProxyMode, startProxy } from '../support/faults/tcp-proxy.ts'
import { isSuccess, type Outcome, startVisitors, tally } from '../support/faults/visitors.ts'

interface Fault {
  mode: ProxyMode
  lastsMs: number
  answersWithinMs: number
  recoversWithinMs: number
}

const faults: Fault[] = [
  { mode: 'delay', lastsMs: 4_000, answersWithinMs: 10_000, recoversWithinMs: 5_000 },
  { mode: 'drop', lastsMs: 4_000, answersWithinMs: 6_000, recoversWithinMs: 5_000 },
  { mode: 'hang', lastsMs: 12_000, answersWithinMs: 21_000, recoversWithinMs: 8_000 },
  // What waits on a connection that is gone for ever is given up after 15 seconds.
  { mode: 'lose', lastsMs: 1_000, answersWithinMs: 21_000, recoversWithinMs: 18_000 },
]
const endOf = ({ askedAt, ms }: Outcome) => askedAt + ms

// Mode lose fails without query_timeout, and when a lost connection is asked to roll back (no answer in 30 s).
it.each(faults)(
  'answers in time while the database connection is in mode $mode, and recovers',
  async ({ mode, lastsMs, answersWithinMs, recoversWithinMs }) => {
    const settings = await testDatabaseSettings('postgres')
    const database = new URL(settings.DATABASE_URL ?? '')
    const proxy = await startProxy({ host: database.hostname, port: Number(database.port) })
    database.port = String(proxy.port)
    const app = await startApp('postgres', { ...settings, DATABASE_URL: database.href })
    const ada = await joinAsStudent(app.url, 'Ada')
    const visitors = startVisitors(12, mixedQuestions(app.url, ada.cookie, rollDice(2, 1)))
    await pause(1_500)
    const brokenAt = performance.now()
    proxy.setMode(mode)
    await pause(lastsMs)
    if (mode !== 'lose') proxy.setMode('pass')
    const mendedAt = performance.now()
    await pause(recoversWithinMs + 1_000)
    await visitors.stop()

    const affected = visitors.outcomes.filter((outcome) => endOf(outcome) >= brokenAt)
    const wrong = affected.filter((one) => !isSuccess(one) && !one.tryLater)
    const during = affected.filter(({ askedAt }) => askedAt < mendedAt)
    const refused = affected.filter(({ tryLater }) => tryLater)
    const recovered = Math.max(mendedAt, ...refused.map(endOf)) - mendedAt
    const slowest = Math.max(...affected.map(({ ms }) => ms))
    figures(`database connection: ${mode}`, {
      'answers meanwhile': during.length,
      '503 with Retry-After': refused.length,
      'other failures': wrong.length,
      'slowest answer': milliseconds(slowest),
      'last refusal after it was mended': milliseconds(recovered),
    })
    expect(tally(wrong)).toBe('')
    expect(slowest).toBeLessThan(answersWithinMs)
    expect(recovered).toBeLessThan(recoversWithinMs)
    expect(visitors.outcomes.slice(-50).every(isSuccess)).toBe(true)
  },
)
