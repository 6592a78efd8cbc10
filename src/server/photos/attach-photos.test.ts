import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { addListing, openPhotoDesk } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'
import { attachPhotos } from './attach-photos.ts'

const foreign = 'https://example.com/a.jpg'
const neverIssued = [
  '/uploads/00000000000000000000000000000000.webp',
  '/uploads/../quad.db',
  '/uploads/',
  '/api/uploads/00000000000000000000000000000000.webp',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//example.com/a.jpg',
  'https://',
  '',
]
const nowhere = { width: null, height: null, preview: null }

describe.each(engines)('the photos of a listing on %s', (engine) => {
  async function openDesk() {
    const desk = await openPhotoDesk(engine)
    const upload = async (width: number) => {
      const bytes = await quarters(width, 60).jpeg().toBuffer()
      return desk.photos.save(desk.db, { bytes: Buffer.from(bytes), uploaderId: desk.userId })
    }
    const listingId = await addListing(desk.db, desk.userId)
    const attach = (urls: string[]) =>
      desk.db.transaction((tx) => attachPhotos(tx, listingId, urls, desk.clock.now))
    const uses = async () => {
      const rows = await desk.db.all<{ photo_name: string }>(
        sql`SELECT photo_name FROM photo_uses WHERE listing_id = ${listingId}`,
      )
      return rows.map((row) => `/uploads/${row.photo_name}.webp`).sort()
    }
    return { ...desk, listingId, upload, attach, uses }
  }

  it('are described in their order, whoever keeps them', async () => {
    const { upload, attach, uses } = await openDesk()
    const [one, two] = [await upload(80), await upload(90)]
    const info = await attach([two.url, foreign, one.url])
    expect(info).toEqual([two, { url: foreign, ...nowhere }, one])
    expect(await uses()).toEqual([one.url, two.url].sort())
  })

  it('may name the same photo twice', async () => {
    const { upload, attach, uses } = await openDesk()
    const one = await upload(80)
    expect(await attach([one.url, one.url])).toEqual([one, one])
    expect(await uses()).toEqual([one.url])
  })

  it('are known by every address they are shown under', async () => {
    const { upload, attach, uses } = await openDesk()
    const one = await upload(80)
    const wide = one.url.replace('.webp', '-640.webp')
    const shown = [`https://cdn.example/quad${wide}`, `https://quad.example/api${one.url}`, wide]
    expect(await attach(shown)).toEqual([one, one, one])
    expect(await uses()).toEqual([one.url])
  })

  it('may look like ours and be kept elsewhere', async () => {
    const { attach, uses } = await openDesk()
    const url = `https://other.example/uploads/${'0'.repeat(32)}.webp`
    expect(await attach([url])).toEqual([{ url, ...nowhere }])
    expect(await uses()).toEqual([])
  })

  it('are replaced by another list, and let go by an empty one', async () => {
    const { upload, attach, uses } = await openDesk()
    const [one, two, three] = [await upload(80), await upload(90), await upload(100)]
    await attach([one.url, two.url])
    await attach([two.url, three.url])
    expect(await uses()).toEqual([two.url, three.url].sort())
    expect(await attach([])).toEqual([])
    expect(await uses()).toEqual([])
  })

  it('end their use with the listing', async () => {
    const { db, upload, attach, uses, listingId } = await openDesk()
    await attach([(await upload(80)).url])
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect(await uses()).toEqual([])
  })

  it('cannot be what was never issued here, and the list stays as it was', async () => {
    const { upload, attach, uses } = await openDesk()
    const one = await upload(80)
    await attach([one.url])
    for (const url of neverIssued) {
      await expect(attach([foreign, url]), url).rejects.toMatchObject({
        code: 'bad_request',
        fields: { photos: 'One of the photos is no longer here. Remove it and add it again.' },
      })
    }
    expect(await uses()).toEqual([one.url])
  })
})
