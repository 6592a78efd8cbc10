import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { rollDice } from '../../scripts/dice.ts'
import { startApp } from '../support/faults/app-process.ts'
import { ask, bodyOf } from '../support/faults/ask.ts'
import { figures, milliseconds } from '../support/faults/figures.ts'
import { mixedQuestions } from '../support/faults/mixed-questions.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { isSuccess, type Outcome, startVisitors, tally } from '../support/faults/visitors.ts'
import { startOwn } from '../support/postgres-server.ts'

const kills = 3
const downMs = 4_000
const backWithinMs = 5_000
const answersWithinMs = 6_000

const endOf = ({ askedAt, ms }: Outcome) => askedAt + ms

// Fails without a listener for the pool's errors (the process ends), and when connection errors stay as they are (500).
it('answers 503 while PostgreSQL is killed, and serves again by itself when it is back', async () => {
  const postgres = await startOwn()
  onTestFinished(() => postgres.stop())
  const app = await startApp('postgres', { DATABASE_URL: postgres.url })
  const ada = await joinAsStudent(app.url, 'Ada')
  const visitors = startVisitors(12, mixedQuestions(app.url, ada.cookie, rollDice(1, 1)))
  const backAfter: number[] = []
  const duringOutages: Outcome[] = []
  const healthWhileDown: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await pause(1_000)
    const killedAt = performance.now()
    await postgres.kill()
    await pause(downMs)
    healthWhileDown.push((await ask(`${app.url}/api/health`)).status)
    await postgres.restart()
    const upAt = performance.now()
    await pause(backWithinMs + 1_000)
    const since = visitors.outcomes.filter((outcome) => endOf(outcome) >= killedAt)
    duringOutages.push(...since.filter(({ askedAt }) => askedAt < upAt))
    const lastRefusal = Math.max(upAt, ...since.filter((one) => !isSuccess(one)).map(endOf))
    backAfter.push(lastRefusal - upAt)
  }
  await visitors.stop()

  const { outcomes } = visitors
  const wrong = outcomes.filter((one) => !isSuccess(one) && !one.tryLater)
  const created = outcomes.flatMap(({ kind, answer }) =>
    kind === 'create' && answer?.status === 201 ? [bodyOf<{ id: number }>(answer).id] : [],
  )
  const lost: number[] = []
  for (const id of created) {
    if ((await ask(`${app.url}/api/misc/${id}`)).status !== 200) lost.push(id)
  }
  const slowest = Math.max(...duringOutages.map(({ ms }) => ms))
  figures('kill -9 of PostgreSQL', {
    kills,
    'answers while down': duringOutages.length,
    '503 with Retry-After': duringOutages.filter(({ tryLater }) => tryLater).length,
    'other failures': wrong.length,
    'slowest answer while down': milliseconds(slowest),
    'serves everyone again after': backAfter.map(milliseconds).join(' / '),
    'acknowledged postings': created.length,
    lost: lost.length,
  })
  expect(tally(wrong)).toBe('')
  expect(lost).toEqual([])
  expect(healthWhileDown).toEqual(Array(kills).fill(503))
  expect(duringOutages.some(({ tryLater }) => tryLater)).toBe(true)
  expect(slowest).toBeLessThan(answersWithinMs)
  expect(Math.max(...backAfter)).toBeLessThan(backWithinMs)
})
