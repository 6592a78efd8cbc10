import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { type AppProcess, startApp } from '../support/faults/app-process.ts'
import { figures, median, milliseconds, percentile } from '../support/faults/figures.ts'
import { beginRequest } from '../support/faults/half-request.ts'
import { photoMaker, uploadOf } from '../support/faults/photo-uploads.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import {
  isSuccess,
  type Outcome,
  outcomeOf,
  startVisitors,
  tally,
} from '../support/faults/visitors.ts'
import { pngBomb } from '../support/photo-files.ts'

const bombs = 40
const large = 60
const halfSent = 200
const aborted = 400
const bombRefusedWithinMs = 1_000
const mostMegabytes = 850

/** A visitor who only reads, and notices when the server is busy with something else. */
const watch = (app: AppProcess) =>
  startVisitors(1, () => ({ kind: 'read', url: `${app.url}/api/misc` }))

// Fails without the memory budget (beyond the bound), and without the look at a header's pixels (bombs are decoded).
describe.each(engines)('uploads meant to harm on %s', (engine) => {
  it('leave memory bounded and others served', async () => {
    const app = await startApp(engine)
    const ada = await joinAsStudent(app.url, 'Ada')
    const photo = await photoMaker()
    await ada.upload(photo())
    const before = app.memory().now
    const watcher = watch(app)
    const send = (body: Buffer, kind: string, agent?: Agent) =>
      outcomeOf({
        kind,
        url: `${app.url}/api/upload`,
        ...uploadOf(body, ada.cookie),
        ...(agent && { agent }),
      })

    const bomb = pngBomb(14_000, 14_000)
    const alone = await send(bomb, 'bomb')
    const inParallel = await Promise.all(Array.from({ length: bombs }, () => send(bomb, 'bomb')))
    const afterBombs = app.memory().peak

    const agent = new Agent({ maxSockets: large })
    const nineMegabytes = Buffer.concat([photo(), Buffer.alloc(9 * 1024 * 1024)])
    const atOnce = await Promise.all(
      Array.from({ length: large }, () => send(nineMegabytes, 'large', agent)),
    )
    const afterLarge = app.memory().peak

    const halves = await Promise.all(
      Array.from({ length: halfSent }, () =>
        beginRequest(`${app.url}/api/upload`, uploadOf(nineMegabytes, ada.cookie)),
      ),
    )
    await pause(2_000)
    for (const { abandon } of halves) abandon()
    const afterHalves = app.memory().peak

    await abortMany(app, ada.cookie, nineMegabytes.subarray(0, 2 * 1024 * 1024))
    await pause(1_000)
    const afterwards = await send(photo(), 'upload')
    await watcher.stop()

    const reads = watcher.outcomes
    figures(`uploads meant to harm, ${engine}`, {
      'one 196 MP bomb refused after': milliseconds(alone.ms),
      [`${bombs} at once`]: tally(inParallel),
      'slowest of them': milliseconds(Math.max(...inParallel.map(({ ms }) => ms))),
      [`${large} photos of 9 MB at once`]: tally(atOnce),
      'aborted uploads': aborted,
      'memory before': `${before} MB`,
      'after bombs, at most': `${afterBombs} MB`,
      'after large ones': `${afterLarge} MB`,
      [`after ${halfSent} half-sent at once`]: `${afterHalves} MB`,
      'in all': `${app.memory().peak} MB`,
      'at the end': `${app.memory().now} MB`,
      'reads meanwhile': reads.length,
      'reads p50': milliseconds(median(reads.map(({ ms }) => ms))),
      'reads p99': milliseconds(
        percentile(
          reads.map(({ ms }) => ms),
          0.99,
        ),
      ),
    })
    expect(alone.status).toBe(413)
    expect(alone.ms).toBeLessThan(bombRefusedWithinMs)
    expect(inParallel.filter(isUnexpected([413]))).toEqual([])
    expect(Math.max(...inParallel.map(({ ms }) => ms))).toBeLessThan(bombs * bombRefusedWithinMs)
    expect(atOnce.filter(isUnexpected([201]))).toEqual([])
    expect(atOnce.some(({ tryLater }) => tryLater)).toBe(true)
    expect(atOnce.some(isSuccess)).toBe(true)
    expect(afterwards.status).toBe(201)
    expect(tally(reads.filter((one) => !isSuccess(one)))).toBe('')
    expect(app.memory().peak).toBeLessThan(mostMegabytes)
  })
})

const isUnexpected = (statuses: number[]) => (one: Outcome) =>
  !statuses.includes(one.status) && !one.tryLater

/** Senders who leave in the middle of a photo, forty at a time. */
async function abortMany(app: AppProcess, cookie: string, photo: Buffer) {
  for (let sent = 0; sent < aborted; sent += 40) {
    const begun = await Promise.all(
      Array.from({ length: 40 }, () =>
        beginRequest(`${app.url}/api/upload`, uploadOf(photo, cookie)),
      ),
    )
    for (const { abandon } of begun) abandon()
  }
}
