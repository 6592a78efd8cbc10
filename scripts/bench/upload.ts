import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apiPaths } from '#contract/paths.ts'
import { withJpegComment } from '#tests/support/photo-files.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { median } from './median.ts'
import type { Measurement } from './result-tables.ts'
import type { Site } from './sites.ts'
import { loadTestPhoto } from './test-photo.ts'

/** The settings for a server that reports its event loop delay. */
export const eventLoopDelaySettings = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'event-loop-delay.ts')}`,
}

/** Measures the time and event loop delay of uploading a phone's photo to an idle server. */
export async function benchUpload(
  { quick }: BenchContext,
  { server, students }: Site,
): Promise<Measurement[]> {
  const photo = await loadTestPhoto()
  const cookie = students[0]?.cookie ?? ''
  await uploadPhoto(photo, server.url, cookie)
  const times: number[] = []
  const delays: number[] = []
  for (let round = 1; round <= (quick ? 2 : 5); round++) {
    await readLongestDelayMs(server)
    // The comment makes each upload a different file of the same picture: the server processes the same file only once.
    times.push(await uploadPhoto(withJpegComment(photo, `${round}`), server.url, cookie))
    delays.push(await readLongestDelayMs(server))
  }
  const size = `${(photo.length / 1e6).toFixed(1)} MB`
  return [
    {
      name: `photo upload, 12 megapixels, ${size}`,
      value: median(times) / 1000,
      unit: 's',
      max: 1,
    },
    { name: 'longest event loop delay meanwhile', value: Math.max(...delays), unit: 'ms', max: 50 },
  ]
}

async function uploadPhoto(photo: Buffer, url: string, cookie: string): Promise<number> {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const started = performance.now()
  const response = await fetch(url + apiPaths.upload, { method: 'POST', body, headers: { cookie } })
  await response.text()
  if (response.status !== 201) throw new BenchError(`An upload got status ${response.status}.`)
  return performance.now() - started
}

async function readLongestDelayMs({ pid, output }: Site['server']): Promise<number> {
  const offset = output().length
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 500; tries++) {
    const delay = /longest delay ([\d.]+) ms,/.exec(output().slice(offset))?.[1]
    if (delay) return Number(delay)
    await pause(10)
  }
  throw new BenchError('The server does not report its event loop delay.')
}
