import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { median, milliseconds, reportFigures } from '../support/faults/figures.ts'
import { killDuringWrites } from '../support/faults/kill-during-writes.ts'

const kills = 50
const students = ['Ada', 'Bea', 'Cid', 'Dan', 'Eva', 'Flo']
const maxStartMs = 2_000
/** The time of `node -e 0` on an idle machine. */
const idleNodeStartMs = 60

/** Measures the milliseconds to start Node and do nothing, which grow with the load on the machine. */
async function measureNodeStart(): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 9; count++) {
    const startedAt = performance.now()
    await promisify(execFile)(process.execPath, ['-e', '0'])
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

// Fails if a response is sent before COMMIT (listings or messages lost), if a message sent again is stored again, or if a
// response is sent before its photo is stored (photos 404).
describe.each(engines)('server killed during writes on %s', (engine) => {
  it(`loses no acknowledged write in ${kills} kills`, async () => {
    const app = await startApp(engine)
    const options = { kills, students, seed: 7, afterMs: [200, 800] as [number, number] }
    const { problems, steps, photos, messages } = await killDuringWrites(app, options)
    const [, ...restarts] = app.readyTimes
    const nodeStartMs = await measureNodeStart()
    reportFigures(`kill -9 of the app, ${engine}`, {
      kills,
      'acknowledged steps': steps,
      photos,
      messages,
      lost: problems.length,
      'restart, median': milliseconds(median(restarts)),
      max: milliseconds(Math.max(...restarts)),
      'node -e 0': milliseconds(nodeStartMs),
    })
    expect(problems).toEqual([])
    expect(steps).toBeGreaterThan(kills)
    expect(messages).toBeGreaterThan(kills)
    expect(median(restarts)).toBeLessThan(maxStartMs * Math.max(1, nodeStartMs / idleNodeStartMs))
  })
})
