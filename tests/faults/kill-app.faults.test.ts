import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { figures, median, milliseconds } from '../support/faults/figures.ts'
import { killUnderWrites } from '../support/faults/kill-rounds.ts'

const kills = 50
const students = ['Ada', 'Bea', 'Cid', 'Dan', 'Eva', 'Flo']
const readyWithinMs = 2_000
const bareStartMs = 60

/** What it takes to start Node and do nothing: on a machine that is busy with other things, far more. */
async function bareStart(): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 9; count++) {
    const began = performance.now()
    await promisify(execFile)(process.execPath, ['-e', '0'])
    times.push(performance.now() - began)
  }
  return median(times)
}

// Fails when an answer leaves before its COMMIT (listings gone), or before its photo is stored (photos 404).
describe.each(engines)('killed under writes on %s', (engine) => {
  it(`loses nothing it acknowledged in ${kills} kills`, async () => {
    const app = await startApp(engine)
    const plan = { kills, students, seed: 7, afterMs: [200, 800] as [number, number] }
    const { problems, steps, photos } = await killUnderWrites(app, plan)
    const [, ...restarts] = app.readyTimes
    const bare = await bareStart()
    figures(`kill -9 of the app, ${engine}`, {
      kills,
      'acknowledged steps': steps,
      'photos kept': photos,
      lost: problems.length,
      'ready again, median': milliseconds(median(restarts)),
      most: milliseconds(Math.max(...restarts)),
      'a bare Node': milliseconds(bare),
    })
    expect(problems).toEqual([])
    expect(steps).toBeGreaterThan(kills)
    expect(median(restarts)).toBeLessThan(readyWithinMs * Math.max(1, bare / bareStartMs))
  })
})
