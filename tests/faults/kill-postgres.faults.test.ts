import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../scripts/seed/seeded-random.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'
import { mixedRequests } from '../support/faults/mixed-requests.ts'
import { parseJson, sendRequest } from '../support/faults/send-request.ts'
import { signUpStudent } from '../support/faults/students.ts'
import {
  countByOutcome,
  isSuccess,
  type Outcome,
  startVisitors,
} from '../support/faults/visitors.ts'
import { startThrowawayPostgres } from '../support/postgres-server.ts'

const kills = 3
const downMs = 4_000
const maxRecoveryMs = 5_000
const maxResponseMs = 6_000

const endedAt = ({ sentAt, ms }: Outcome) => sentAt + ms

// Fails without a listener for the pool's errors (the process exits), and if connection errors are not mapped to 503.
it('server responds with 503 while PostgreSQL is down, and recovers by itself', async () => {
  const postgres = await startThrowawayPostgres()
  onTestFinished(() => postgres.stop())
  const app = await startApp('postgres', { DATABASE_URL: postgres.url })
  const ada = await signUpStudent(app.url, 'Ada')
  const visitors = startVisitors(12, mixedRequests(app.url, ada.cookie, createRandom(1, 1)))
  const recoveryTimes: number[] = []
  const duringOutages: Outcome[] = []
  const healthWhileDown: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await pause(1_000)
    const killedAt = performance.now()
    await postgres.kill()
    await pause(downMs)
    healthWhileDown.push((await sendRequest(`${app.url}/api/health`)).status)
    await postgres.restart()
    const restartedAt = performance.now()
    await pause(maxRecoveryMs + 1_000)
    const sinceKill = visitors.outcomes.filter((outcome) => endedAt(outcome) >= killedAt)
    duringOutages.push(...sinceKill.filter(({ sentAt }) => sentAt < restartedAt))
    const failures = sinceKill.filter((outcome) => !isSuccess(outcome))
    recoveryTimes.push(Math.max(restartedAt, ...failures.map(endedAt)) - restartedAt)
  }
  await visitors.stop()

  const { outcomes } = visitors
  const failed = outcomes.filter((outcome) => !isSuccess(outcome) && !outcome.isUnavailable)
  const created = outcomes.flatMap(({ kind, response }) =>
    kind === 'create' && response?.status === 201 ? [parseJson<{ id: number }>(response).id] : [],
  )
  const lost: number[] = []
  for (const id of created) {
    if ((await sendRequest(`${app.url}/api/misc/${id}`)).status !== 200) lost.push(id)
  }
  const slowest = Math.max(...duringOutages.map(({ ms }) => ms))
  reportFigures('kill -9 of PostgreSQL', {
    kills,
    'responses while down': duringOutages.length,
    '503 with Retry-After': duringOutages.filter(({ isUnavailable }) => isUnavailable).length,
    'other failures': failed.length,
    'slowest response while down': milliseconds(slowest),
    'no failures after': recoveryTimes.map(milliseconds).join(' / '),
    'acknowledged listings': created.length,
    lost: lost.length,
  })
  expect(countByOutcome(failed)).toBe('')
  expect(lost).toEqual([])
  expect(healthWhileDown).toEqual(Array(kills).fill(503))
  expect(duringOutages.some(({ isUnavailable }) => isUnavailable)).toBe(true)
  expect(slowest).toBeLessThan(maxResponseMs)
  expect(Math.max(...recoveryTimes)).toBeLessThan(maxRecoveryMs)
})
