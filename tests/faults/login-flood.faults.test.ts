import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { at } from '../support/campus-email.ts'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { median, milliseconds, reportFigures } from '../support/faults/figures.ts'
import { password, signUpStudent } from '../support/faults/students.ts'
import {
  countByOutcome,
  type Outcome,
  sendAndRecord,
  startVisitors,
} from '../support/faults/visitors.ts'

const connections = 390
/**
 * The delay that nobody minds. A longer one may be at most `maxSlowdown` times the delay without the flood, for slow
 * machines.
 */
const unnoticeableMs = 1_500
const maxSlowdown = 25

// Fails if the queue for hashes does not take turns by network: a login then waits 8 to 14 seconds.
describe.each(engines)('390 connections of one network that try passwords on %s', (engine) => {
  it('do not keep a student of another network waiting', async () => {
    const app = await startApp(engine, { TRUST_PROXY: '127.0.0.1' })
    const ada = await signUpStudent(app.url, 'Ada')
    const logInFrom = (network: string, email: string) => ({
      kind: 'login',
      url: `${app.url}/api/auth/login`,
      method: 'POST',
      json: { email, password },
      headers: { 'x-forwarded-for': network },
    })
    const logIn = () =>
      sendAndRecord({ ...logInFrom('198.51.100.7', ada.email), agent: new Agent() })
    const alone: Outcome[] = []
    for (let count = 0; count < 5; count++) alone.push(await logIn())

    const flood = startVisitors(connections, () => logInFrom('203.0.113.9', at(randomUUID())))
    // This waits until the queue is full.
    await pause(2_000)
    const beside: Outcome[] = []
    for (let count = 0; count < 5; count++) beside.push(await logIn())
    await flood.stop()

    const aloneMs = median(alone.map(({ ms }) => ms))
    const slowestMs = Math.max(...beside.map(({ ms }) => ms))
    reportFigures(`logins beside ${connections} connections of another network, ${engine}`, {
      alone: milliseconds(aloneMs),
      slowest: milliseconds(slowestMs),
      'of the others, median': milliseconds(median(flood.outcomes.map(({ ms }) => ms))),
    })
    expect(countByOutcome(beside)).toBe('login 200 ×5')
    expect(slowestMs).toBeLessThan(Math.max(unnoticeableMs, aloneMs * maxSlowdown))
  })
})
