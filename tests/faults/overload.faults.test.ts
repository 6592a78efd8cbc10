import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures, milliseconds, percentile } from '../support/faults/figures.ts'
import { flood } from '../support/faults/flood.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { isSuccess, type Outcome, outcomeOf } from '../support/faults/visitors.ts'

const listings = 200
const overloadSeconds = 30
const recoversWithinMs = 10_000
/** Below this nobody notices a difference, and a busy machine makes one. */
const unnoticedMs = 50
const mostMegabytes = 700
const acceptedWithinMs = 5_000

// Fails without refuseOverload: accepted pages then take many seconds and memory grows beyond the bound.
describe.each(engines)('ten times the load on %s', (engine) => {
  it('is refused with 503 beyond what can be served, and leaves no trace', async () => {
    const app = await startApp(engine)
    const port = Number(new URL(app.url).port)
    const ada = await joinAsStudent(app.url, 'Ada')
    for (let count = 1; count <= listings; count++) {
      const photos = [`https://photos.example/${count}.jpg`]
      await ada.create({ title: `Lamp ${count}`, price: count, photos })
    }
    const probe = () =>
      outcomeOf({ kind: 'page', url: `${app.url}/misc?max_price=${Math.random()}` })
    const probes = async (count: number) => {
      const outcomes: Outcome[] = []
      for (let asked = 0; asked < count; asked++) {
        await pause(20)
        outcomes.push(await probe())
      }
      return outcomes
    }
    await flood({ port, seconds: 3, connections: 16 })
    const capacity = await flood({ port, seconds: 6, connections: 16 })
    const perSecond = capacity.accepted / capacity.seconds
    const usual = percentile(
      (await probes(100)).map(({ ms }) => ms),
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
    const isUsual = (one: Outcome) => isSuccess(one) && one.ms < Math.max(usual * 2, unnoticedMs)
    let isBack = false
    while (!isBack && performance.now() - endedAt < recoversWithinMs * 2) {
      isBack = (await probes(10)).every(isUsual)
    }
    const backAfter = performance.now() - endedAt
    const answered = overload.accepted + overload.refused
    figures(`ten times the load, ${engine}`, {
      capacity: `${Math.round(perSecond)}/s`,
      offered: `${Math.round((overload.asked + overload.unasked) / overloadSeconds)}/s`,
      asked: `${Math.round(overload.asked / overloadSeconds)}/s`,
      served: `${Math.round(overload.accepted / overloadSeconds)}/s`,
      '503 with Retry-After': `${Math.round((overload.refused / answered) * 100)} %`,
      'other failures': overload.otherwise,
      'p50 without': milliseconds(capacity.p50),
      'accepted p50': milliseconds(overload.p50),
      p99: milliseconds(overload.p99),
      'usual again after': milliseconds(backAfter),
      'memory before': `${memoryBefore} MB`,
      'at most': `${app.memory().peak} MB`,
    })
    expect(overload.refused).toBeGreaterThan(0)
    expect(overload.otherwise).toBe(0)
    expect(overload.accepted / overloadSeconds).toBeGreaterThan(perSecond / 4)
    expect(overload.p99).toBeLessThan(acceptedWithinMs)
    expect(backAfter).toBeLessThan(recoversWithinMs)
    expect(app.memory().peak).toBeLessThan(mostMegabytes)
  })
})
