import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { testDatabaseSettings } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'
import { mixedRequests } from '../support/faults/mixed-requests.ts'
import { signUpStudent } from '../support/faults/students.ts'
import { type ProxyMode, startProxy } from '../support/faults/tcp-proxy.ts'
import {
  countByOutcome,
  isSuccess,
  type Outcome,
  startVisitors,
} from '../support/faults/visitors.ts'

interface Fault {
  mode: ProxyMode
  durationMs: number
  maxResponseMs: number
  maxRecoveryMs: number
}

const faults: Fault[] = [
  { mode: 'delay', durationMs: 4_000, maxResponseMs: 10_000, maxRecoveryMs: 5_000 },
  { mode: 'drop', durationMs: 4_000, maxResponseMs: 6_000, maxRecoveryMs: 5_000 },
  { mode: 'hang', durationMs: 12_000, maxResponseMs: 21_000, maxRecoveryMs: 8_000 },
  // A query on a lost connection times out after 15 seconds.
  { mode: 'lose', durationMs: 1_000, maxResponseMs: 21_000, maxRecoveryMs: 18_000 },
]
const endedAt = ({ sentAt, ms }: Outcome) => sentAt + ms

// Mode lose fails without query_timeout, and if ROLLBACK is sent on a lost connection (no response in 30 s).
it.each(faults)(
  'server responds in time while the database connection is in mode $mode, and recovers',
  async ({ mode, durationMs, maxResponseMs, maxRecoveryMs }) => {
    const settings = await testDatabaseSettings('postgres')
    const database = new URL(settings.DATABASE_URL ?? '')
    const proxy = await startProxy({ host: database.hostname, port: Number(database.port) })
    database.port = String(proxy.port)
    const app = await startApp('postgres', { ...settings, DATABASE_URL: database.href })
    const ada = await signUpStudent(app.url, 'Ada')
    const visitors = startVisitors(12, mixedRequests(app.url, ada.cookie, createRandom(2, 1)))
    await pause(1_500)
    const brokenAt = performance.now()
    proxy.setMode(mode)
    await pause(durationMs)
    if (mode !== 'lose') proxy.setMode('pass')
    const repairedAt = performance.now()
    await pause(maxRecoveryMs + 1_000)
    await visitors.stop()

    const affected = visitors.outcomes.filter((outcome) => endedAt(outcome) >= brokenAt)
    const failed = affected.filter((outcome) => !isSuccess(outcome) && !outcome.isUnavailable)
    const during = affected.filter(({ sentAt }) => sentAt < repairedAt)
    const refused = affected.filter(({ isUnavailable }) => isUnavailable)
    const recoveryMs = Math.max(repairedAt, ...refused.map(endedAt)) - repairedAt
    const slowest = Math.max(...affected.map(({ ms }) => ms))
    reportFigures(`database connection: ${mode}`, {
      'responses meanwhile': during.length,
      '503 with Retry-After': refused.length,
      'other failures': failed.length,
      'slowest response': milliseconds(slowest),
      'last 503 after the repair': milliseconds(recoveryMs),
    })
    expect(countByOutcome(failed)).toBe('')
    expect(slowest).toBeLessThan(maxResponseMs)
    expect(recoveryMs).toBeLessThan(maxRecoveryMs)
    expect(visitors.outcomes.slice(-50).every(isSuccess)).toBe(true)
  },
)
