import { describe, expect, it } from 'vitest'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import { photoSrc } from '#contract/photos.ts'
import { openTestSite } from '#tests/support/backup-site.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { dayMs } from '../../durations.ts'
import { writeLog } from '../../moderation/moderation-log.ts'
import { putBack, takeDown } from '../../moderation/take-down.ts'
import { deleteUnusedPhotos } from '../../photos/delete-unused-photos.ts'

/** Opens a site where Ada has a listing with two photos. */
async function openListing(engine: Engine) {
  const site = await openTestSite(engine)
  const { ada, app, db, clock, upload } = site
  const photos = [await upload(ada, 1), await upload(ada, 2)] as const
  const input = { ...listingInputs.misc, photos: [...photos] }
  const { body } = await ada.post('/api/misc', input)
  const listing = { category: 'misc' as const, id: body.id }
  const path = `/api/misc/${body.id}`
  const log = (action: 'hide' | 'remove' | 'ask_to_edit', reason: DecisionReason) =>
    writeLog(db, { action, actorId: 2, studentId: 1, listing, reason, note: 'No.' }, clock.now)
  const decide = async (action: 'hide' | 'remove', reason: DecisionReason = 'hateful') => {
    const logId = await log(action, reason)
    const status = action === 'hide' ? 'hidden' : 'removed'
    await db.transaction((tx) => takeDown(tx, listing, { status, logId, now: clock.now }))
  }
  const statusFor = async (url: string, cookie = '') =>
    (await app.inject({ url: photoSrc(url), headers: { cookie } })).statusCode
  /** The statuses that a visitor, another student and the uploader get. */
  const statuses = (url: string) =>
    Promise.all(['', site.bob.cookie(), ada.cookie()].map((cookie) => statusFor(url, cookie)))
  return { ...site, photos, input, listing, path, log, decide, statuses }
}

const nobody = [404, 404, 404]
const uploaderOnly = [404, 404, 200]
const everyone = [200, 200, 200]
const takenDown = /was taken down with another listing/

describe.each(engines)('photos of a listing that was taken down on %s', (engine) => {
  it('stay down when they are edited out of it', async () => {
    const { ada, photos, input, path, decide, statuses } = await openListing(engine)
    const [dropped, kept] = photos
    expect(await statuses(dropped)).toEqual(everyone)
    await decide('remove')
    expect(await statuses(dropped)).toEqual(nobody)
    expect((await ada.put(path, { ...input, photos: [kept] })).status).toBe(200)
    expect(await statuses(dropped)).toEqual(uploaderOnly)
    expect(await statuses(kept)).toEqual(nobody)
    for (const refused of [
      await ada.post('/api/misc', { ...input, title: 'Another lamp', photos: [dropped] }),
      await ada.post('/api/misc', { ...input, title: 'Another lamp', photos: [kept] }),
      await ada.put(path, { ...input, photos: [dropped] }),
    ]) {
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(takenDown)])
    }
    expect(await statuses(dropped)).toEqual(uploaderOnly)
  })

  it('stay down when it is deleted, and until they are gone', async () => {
    const { ada, app, db, store, clock, upload, input, photos, path, decide, statuses } =
      await openListing(engine)
    await decide('hide')
    await ada.delete(path)
    for (const photo of photos) expect(await statuses(photo)).toEqual(uploaderOnly)
    const refused = await ada.post('/api/misc', { ...input, title: 'Another lamp' })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(takenDown)])
    await expect(upload(ada, 1)).rejects.toThrow('was taken down with a listing')
    clock.now += dayMs + 1
    expect(await deleteUnusedPhotos({ db, store, now: clock.now })).toBe(2)
    expect(await upload(ada, 1)).toBe(photos[0])
    expect((await app.inject(photoSrc(photos[0]))).statusCode).toBe(404)
  })

  it('stay down when the edit that moderators asked for shows the listing again', async () => {
    const { ada, photos, input, path, log, decide, statuses } = await openListing(engine)
    const [dropped, kept] = photos
    await decide('hide')
    await log('ask_to_edit', 'hateful')
    expect((await ada.put(path, { ...input, photos: [kept] })).body.status).toBe('available')
    expect(await statuses(dropped)).toEqual(uploaderOnly)
    expect(await statuses(kept)).toEqual(everyone)
    expect((await ada.put(path, input)).body.error).toMatch(takenDown)
  })

  it('may be shown by another listing if the reason was none of theirs', async () => {
    const { ada, photos, input, path, decide, statuses } = await openListing(engine)
    await decide('remove', 'wrong_category')
    await ada.delete(path)
    expect((await ada.post('/api/misc', { ...input, title: 'Another lamp' })).status).toBe(201)
    expect(await statuses(photos[0])).toEqual(everyone)
  })

  it('are public while another listing shows them, and once it is put back', async () => {
    const { ada, db, clock, photos, input, listing, decide, statuses } = await openListing(engine)
    const [shared, own] = photos
    await ada.post('/api/misc', { ...input, title: 'Another lamp', photos: [shared] })
    await decide('remove')
    expect([await statuses(shared), await statuses(own)]).toEqual([everyone, nobody])
    await db.transaction((tx) => putBack(tx, listing, clock.now))
    expect(await statuses(own)).toEqual(everyone)
  })
})
