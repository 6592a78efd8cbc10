import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { median, milliseconds, reportFigures } from '../support/faults/figures.ts'
import { flood } from '../support/faults/flood.ts'
import { password, signUpStudent } from '../support/faults/students.ts'
import {
  countByOutcome,
  isSuccess,
  type Outcome,
  sendAndRecord,
} from '../support/faults/visitors.ts'

const connections = 400
const floodSeconds = 10
/**
 * The delay that nobody minds. A longer one may be at most `maxSlowdown` times the delay without the flood, for slow
 * machines.
 */
const unnoticeableMs = 1_500
const maxSlowdown = 25

// Fails without event loop turns that only accept connections: new connections then wait for 4 to 10 seconds.
describe.each(engines)('400 connections that reload uncached pages on %s', (engine) => {
  it('keep no new connection waiting', async () => {
    const app = await startApp(engine)
    const ada = await signUpStudent(app.url, 'Ada')
    for (let count = 1; count <= 50; count++) {
      const photos = [`https://photos.example/${count}.jpg`]
      await ada.create({ title: `Lamp ${count}`, price: count, photos })
    }
    // Each request uses a new connection.
    const checkHealth = () =>
      sendAndRecord({ kind: 'health', url: `${app.url}/api/health`, agent: new Agent() })
    const logIn = () =>
      sendAndRecord({
        kind: 'login',
        url: `${app.url}/api/auth/login`,
        method: 'POST',
        json: { email: ada.email, password },
        agent: new Agent(),
      })
    const before: Outcome[] = []
    for (let count = 0; count < 10; count++) before.push(await checkHealth(), await logIn())

    const port = Number(new URL(app.url).port)
    const flooding = flood({ port, seconds: floodSeconds, connections })
    const pending: Promise<Outcome>[] = []
    for (let second = 0; second < floodSeconds; second++) {
      for (let count = 0; count < 5; count++) {
        await pause(200)
        pending.push(checkHealth())
      }
      // There is one login a second, because hashing a password is slow by design.
      pending.push(logIn())
    }
    const outcomes = await Promise.all(pending)
    const { accepted, refused } = await flooding
    const times = (kind: string, of: Outcome[]) =>
      of.filter((outcome) => outcome.kind === kind).map(({ ms }) => ms)
    for (const kind of ['health', 'login']) {
      const alone = median(times(kind, before))
      const slowest = Math.max(...times(kind, outcomes))
      reportFigures(`new connections beside ${connections} others, ${engine}, ${kind}`, {
        alone: milliseconds(alone),
        median: milliseconds(median(times(kind, outcomes))),
        slowest: milliseconds(slowest),
        'pages served': accepted,
        'and refused': refused,
      })
      expect(slowest, kind).toBeLessThan(Math.max(unnoticeableMs, alone * maxSlowdown))
    }
    expect(countByOutcome(outcomes.filter((outcome) => !isSuccess(outcome)))).toBe('')
    expect(refused).toBeGreaterThan(0)
  })
})
