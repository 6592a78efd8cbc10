import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { apiPaths } from '#contract/paths.ts'
import { grain } from '#tests/support/photo-files.ts'
import { type Bench, BenchError } from './bench.ts'
import { median } from './median.ts'
import type { Site } from './sites.ts'
import { type Reading, reading } from './verdict.ts'

const photoFile = resolve(import.meta.dirname, '../../.cache/bench/photo-12-megapixels.jpg')

/** Settings of a server whose event loop is watched. */
export const watched = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loop-delay.ts')}`,
}

/** A phone's photo, sent to a server that has nothing else to do. */
export async function benchUpload({ quick }: Bench, { server, content }: Site): Promise<Reading[]> {
  const photo = await twelveMegapixels()
  const [cookie = ''] = content.cookies
  await send(photo, server.url, cookie)
  const times: number[] = []
  const delays: number[] = []
  for (let round = 1; round <= (quick ? 2 : 5); round++) {
    await longestDelay(server)
    times.push(await send(withComment(photo, round), server.url, cookie))
    delays.push(await longestDelay(server))
  }
  const size = `${(photo.length / 1e6).toFixed(1)} MB`
  return [
    reading(`photo upload, 12 megapixels, ${size}`, median(times) / 1000, 's', 1),
    reading('longest hold-up of the event loop meanwhile', Math.max(...delays), 'ms', 50),
  ]
}

async function send(photo: Buffer, url: string, cookie: string): Promise<number> {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const started = performance.now()
  const answer = await fetch(url + apiPaths.upload, { method: 'POST', body, headers: { cookie } })
  await answer.text()
  if (answer.status !== 201) throw new BenchError(`An upload was answered ${answer.status}.`)
  return performance.now() - started
}

/** The same picture as another file: the server would recognise one that it has. */
function withComment(jpeg: Buffer, round: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 3, round])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

async function longestDelay({ pid, output }: Site['server']): Promise<number> {
  const before = output().length
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 500; tries++) {
    const said = /longest delay ([\d.]+) ms\n/.exec(output().slice(before))?.[1]
    if (said) return Number(said)
    await pause(10)
  }
  throw new BenchError('The server does not tell how long its event loop was held up.')
}

/** Large soft shapes with fine grain over them, about as hard to compress as a real photo. */
async function twelveMegapixels(): Promise<Buffer> {
  if (existsSync(photoFile)) return readFile(photoFile)
  const [width, height] = [4000, 3000]
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const fine = await sharp({ create: { width, height, channels: 3, noise, background: '#808080' } })
    .raw()
    .toBuffer()
  const photo = await (await grain(width, height))
    .composite([{ input: fine, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  await mkdir(dirname(photoFile), { recursive: true })
  await writeFile(photoFile, photo)
  return photo
}
