import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { categories } from '#categories/index.ts'
import { photoWidths } from '#contract/photos.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import type { Engine } from './databases.ts'
import { type Body, openMarket, postings } from './market.ts'
import { encode, formWith } from './photo-app.ts'

/** A whole site with its folder of photos, and what a visitor can see of it. */
export async function openSite(engine: Engine) {
  const market = await openMarket(engine)
  const { app, dataDir } = market
  const store = await openDiskStore(join(dataDir, 'uploads'))

  /** The address of a photo of one colour; the same shade is the same photo. */
  async function upload(student: { cookie: () => string }, shade: number, width = 300) {
    const picture = { width, height: 20, channels: 3, background: { r: shade, g: 9, b: 9 } }
    const bytes = await sharp({ create: { ...picture, channels: 3 } })
      .png()
      .toBuffer()
    const { headers, payload } = await encode(formWith('image', bytes, 'a.png', 'image/png'))
    const answer = await app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, cookie: student.cookie() },
      payload,
    })
    if (answer.statusCode !== 201) throw new Error(`The upload was refused: ${answer.body}`)
    return String(answer.json().url)
  }

  return { ...market, store, upload }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** Something of everything: listings of two students in every category, and a photo that both use. */
export async function fillSite({ app, ada, bob, visitor, upload }: Site) {
  const both = await upload(ada, 1, 700)
  for (const [index, { id, path }] of categories.entries()) {
    const own = await upload(ada, 10 + index)
    await ada.post(`/api/${path}`, { ...postings[id], photos: [own, both] })
    await bob.post(`/api/${path}`, { ...postings[id], description: 'Élan vital', photos: [both] })
  }
  const gone = await ada.post('/api/misc', { ...postings.misc, photos: [both] })
  await ada.delete(`/api/misc/${gone.body.id}`)
  await visitor.post('/api/logs', {
    path: '/rentals/1',
    userAgent: 'Mozilla',
    timestamp: '2026-11-15T12:00:00.000Z',
  })
  await app.visits.flush()
  await ada.post('/api/auth/reset-password', { email: 'ada@uwaterloo.ca' })
  return { lastId: gone.body.id }
}

/** Every answer that shows listings, and the bytes of every photo they show. */
export async function whatVisitorsSee({ app, visitor }: Pick<Site, 'app' | 'visitor'>) {
  const seen: Record<string, { status: number; content: unknown }> = {}
  const look = async (url: string) => {
    const { status, body } = await visitor.get(url)
    seen[url] = { status, content: body }
    return body
  }
  for (const { path } of categories) {
    const list = await look(`/api/${path}?limit=100`)
    for (const query of ['order=price', 'order=-price', 'q=elan', 'q=cal', 'max_price=40']) {
      await look(`/api/${path}?${query}`)
    }
    for (const { id, seller, photos } of list.results as (Body & { photos: string[] })[]) {
      await look(`/api/${path}/${id}`)
      await look(`/api/users/${seller.id}/${path}`)
      for (const photo of photos.filter((url) => url.startsWith('/uploads/'))) {
        for (const width of photoWidths) {
          const url = `/api${photo.replace('.webp', `-${width}.webp`)}`
          const { statusCode, rawPayload } = await app.inject({ url })
          seen[url] = { status: statusCode, content: rawPayload.toString('base64') }
        }
      }
    }
  }
  return seen
}

/** A path for a backup in a folder of the test's own. */
export async function backupPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'backup.tar')
}
