import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, percentile, reportFigures } from '../support/faults/figures.ts'
import { flood } from '../support/faults/flood.ts'
import { signUpStudent } from '../support/faults/students.ts'
import { isSuccess, type Outcome, sendAndRecord } from '../support/faults/visitors.ts'

const listingCount = 200
const overloadSeconds = 30
const maxRecoveryMs = 10_000
/** Latencies below this count as normal: users do not notice them, and a busy machine causes them. */
const unnoticeableMs = 50
const maxMegabytes = 700
const maxP99Ms = 5_000

// Fails without load shedding: accepted pages then take many seconds and memory grows beyond the bound.
describe.each(engines)('ten times the capacity on %s', (engine) => {
  it('is shed with 503, and latency is normal again afterwards', async () => {
    const app = await startApp(engine)
    const port = Number(new URL(app.url).port)
    const ada = await signUpStudent(app.url, 'Ada')
    for (let count = 1; count <= listingCount; count++) {
      const photos = [`https://photos.example/${count}.jpg`]
      await ada.create({ title: `Lamp ${count}`, price: count, photos })
    }
    const probe = () =>
      sendAndRecord({ kind: 'page', url: `${app.url}/misc?max_price=${Math.random()}` })
    const sendProbes = async (count: number) => {
      const outcomes: Outcome[] = []
      for (let sent = 0; sent < count; sent++) {
        await pause(20)
        outcomes.push(await probe())
      }
      return outcomes
    }
    await flood({ port, seconds: 3, connections: 16 })
    const capacity = await flood({ port, seconds: 6, connections: 16 })
    const perSecond = capacity.accepted / capacity.seconds
    const normalMs = percentile(
      (await sendProbes(100)).map(({ ms }) => ms),
      0.9,
    )
    const memoryBefore = app.memory().now

    const overload = await flood({
      port,
      seconds: overloadSeconds,
      connections: 2_000,
      perSecond: perSecond * 10,
    })
    const endedAt = performance.now()
    const isNormal = (outcome: Outcome) =>
      isSuccess(outcome) && outcome.ms < Math.max(normalMs * 2, unnoticeableMs)
    let isRecovered = false
    while (!isRecovered && performance.now() - endedAt < maxRecoveryMs * 2) {
      isRecovered = (await sendProbes(10)).every(isNormal)
    }
    const recoveryMs = performance.now() - endedAt
    const responses = overload.accepted + overload.refused
    reportFigures(`ten times the load, ${engine}`, {
      capacity: `${Math.round(perSecond)}/s`,
      offered: `${Math.round((overload.sent + overload.unsent) / overloadSeconds)}/s`,
      sent: `${Math.round(overload.sent / overloadSeconds)}/s`,
      served: `${Math.round(overload.accepted / overloadSeconds)}/s`,
      '503 with Retry-After': `${Math.round((overload.refused / responses) * 100)} %`,
      'other failures': overload.failed,
      'p50 without': milliseconds(capacity.p50),
      'accepted p50': milliseconds(overload.p50),
      p99: milliseconds(overload.p99),
      'normal again after': milliseconds(recoveryMs),
      'memory before': `${memoryBefore} MB`,
      'at most': `${app.memory().peak} MB`,
    })
    expect(overload.refused).toBeGreaterThan(0)
    expect(overload.failed).toBe(0)
    expect(overload.accepted / overloadSeconds).toBeGreaterThan(perSecond / 4)
    expect(overload.p99).toBeLessThan(maxP99Ms)
    expect(recoveryMs).toBeLessThan(maxRecoveryMs)
    expect(app.memory().peak).toBeLessThan(maxMegabytes)
  })
})
