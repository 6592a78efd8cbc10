import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { type AppProcess, startApp } from '../support/faults/app-process.ts'
import { median, milliseconds, percentile, reportFigures } from '../support/faults/figures.ts'
import { sendPartialRequest } from '../support/faults/partial-request.ts'
import { createPhotoFactory, uploadRequest } from '../support/faults/photo-uploads.ts'
import { signUpStudent } from '../support/faults/students.ts'
import {
  countByOutcome,
  isSuccess,
  type Outcome,
  sendAndRecord,
  startVisitors,
} from '../support/faults/visitors.ts'
import { pngBomb } from '../support/photo-files.ts'

/** The number of students. Each may hold an eighth of the memory for uploads. */
const studentCount = 10
const bombCount = 40
const largeCount = 60
/** The least number of stored large photos: two are processed at a time, and twenty wait. */
const minLargeStored = 22
const partialCount = 200
const abortedCount = 400
const maxBombMs = 1_000
const maxMegabytes = 850

// Fails without the memory budget (memory exceeds the bound), and without the check of the pixel count in the header (bombs
// are decoded).
describe.each(engines)('malicious uploads on %s', (engine) => {
  it('leave memory bounded and other requests served', async () => {
    const app = await startApp(engine)
    const students = []
    for (let count = 0; count < studentCount; count++) {
      students.push(await signUpStudent(app.url, `Student${count}`))
    }
    const cookies = students.map(({ cookie }) => cookie)
    const createPhoto = await createPhotoFactory()
    await students[0]?.upload(createPhoto())
    const before = app.memory().now
    const reader = startVisitors(1, () => ({ kind: 'read', url: `${app.url}/api/misc` }))
    const cookieOf = (index: number) => cookies[index % studentCount] ?? ''
    const send = (body: Buffer, kind: string, index = 0, agent?: Agent) =>
      sendAndRecord({
        kind,
        url: `${app.url}/api/upload`,
        ...uploadRequest(body, cookieOf(index)),
        ...(agent && { agent }),
      })

    const bomb = pngBomb(14_000, 14_000)
    const singleBomb = await send(bomb, 'bomb')
    const parallelBombs = await Promise.all(
      Array.from({ length: bombCount }, (_, index) => send(bomb, 'bomb', index)),
    )
    const slowestBomb = Math.max(...parallelBombs.map(({ ms }) => ms))
    const afterBombs = app.memory().peak

    const agent = new Agent({ maxSockets: largeCount })
    const nineMegabytes = Buffer.concat([createPhoto(), Buffer.alloc(9 * 1024 * 1024)])
    const parallelLarge = await Promise.all(
      Array.from({ length: largeCount }, (_, index) => send(nineMegabytes, 'large', index, agent)),
    )
    const afterLarge = app.memory().peak

    const partial = await Promise.all(
      Array.from({ length: partialCount }, (_, index) =>
        sendPartialRequest(`${app.url}/api/upload`, uploadRequest(nineMegabytes, cookieOf(index))),
      ),
    )
    await pause(2_000)
    for (const { abort } of partial) abort()
    const afterPartial = app.memory().peak

    await abortUploads(app, cookieOf, nineMegabytes.subarray(0, 2 * 1024 * 1024))
    await pause(1_000)
    const afterwards = await send(createPhoto(), 'upload')
    await reader.stop()

    const reads = reader.outcomes
    reportFigures(`malicious uploads, ${engine}`, {
      'one 196 MP bomb refused after': milliseconds(singleBomb.ms),
      [`${bombCount} in parallel`]: countByOutcome(parallelBombs),
      'slowest of them': milliseconds(slowestBomb),
      [`${largeCount} photos of 9 MB in parallel`]: countByOutcome(parallelLarge),
      'aborted uploads': abortedCount,
      'memory before': `${before} MB`,
      'after bombs, at most': `${afterBombs} MB`,
      'after large ones': `${afterLarge} MB`,
      [`after ${partialCount} partial uploads in parallel`]: `${afterPartial} MB`,
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
    expect(singleBomb.status).toBe(413)
    expect(singleBomb.ms).toBeLessThan(maxBombMs)
    expect(parallelBombs.filter(isUnexpected([413]))).toEqual([])
    expect(slowestBomb).toBeLessThan(bombCount * maxBombMs)
    expect(parallelLarge.filter(isUnexpected([201, 429]))).toEqual([])
    expect(parallelLarge.some(({ isUnavailable }) => isUnavailable)).toBe(true)
    expect(parallelLarge.filter(isSuccess).length).toBeGreaterThanOrEqual(minLargeStored)
    expect(afterwards.status).toBe(201)
    expect(countByOutcome(reads.filter((outcome) => !isSuccess(outcome)))).toBe('')
    expect(app.memory().peak).toBeLessThan(maxMegabytes)
  })
})

const isUnexpected = (statuses: number[]) => (outcome: Outcome) =>
  !statuses.includes(outcome.status) && !outcome.isUnavailable

/** Sends forty uploads at a time and aborts them half-way. */
async function abortUploads(app: AppProcess, cookieOf: (index: number) => string, photo: Buffer) {
  for (let sent = 0; sent < abortedCount; sent += 40) {
    const partial = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sendPartialRequest(`${app.url}/api/upload`, uploadRequest(photo, cookieOf(index))),
      ),
    )
    for (const { abort } of partial) abort()
  }
}
