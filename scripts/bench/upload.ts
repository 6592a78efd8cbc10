import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { apiPaths } from '#contract/paths.ts'
import { noiseImage } from '#tests/support/photo-files.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { median } from './median.ts'
import type { Measurement } from './result-tables.ts'
import type { Site } from './sites.ts'

const photoFile = resolve(import.meta.dirname, '../../.cache/bench/photo-12-megapixels.jpg')

/** Settings of a server that reports its event loop delay. */
export const eventLoopDelaySettings = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'event-loop-delay.ts')}`,
}

/** Time and event loop delay of uploading a phone's photo to an idle server. */
export async function benchUpload(
  { quick }: BenchContext,
  { server, content }: Site,
): Promise<Measurement[]> {
  const photo = await loadTestPhoto()
  const [cookie = ''] = content.cookies
  await uploadPhoto(photo, server.url, cookie)
  const times: number[] = []
  const delays: number[] = []
  for (let round = 1; round <= (quick ? 2 : 5); round++) {
    await readLongestDelayMs(server)
    times.push(await uploadPhoto(addComment(photo, round), server.url, cookie))
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

/** Changes the file but not the picture, because the server stores the same file only once. */
function addComment(jpeg: Buffer, round: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 3, round])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

async function readLongestDelayMs({ pid, output }: Site['server']): Promise<number> {
  const offset = output().length
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 500; tries++) {
    const delay = /longest delay ([\d.]+) ms\n/.exec(output().slice(offset))?.[1]
    if (delay) return Number(delay)
    await pause(10)
  }
  throw new BenchError('The server does not report its event loop delay.')
}

/** A cached JPEG of large soft shapes under fine grain, about as hard to compress as a real photo. */
async function loadTestPhoto(): Promise<Buffer> {
  if (existsSync(photoFile)) return readFile(photoFile)
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const fine = await sharp({ create: { width, height, channels: 3, noise, background: '#808080' } })
    .raw()
    .toBuffer()
  const photo = await (await noiseImage(width, height))
    .composite([{ input: fine, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  await mkdir(dirname(photoFile), { recursive: true })
  await writeFile(photoFile, photo)
  return photo
}
