import { expect, it } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { movingSaleInput } from '#contract/moving-out.ts'
import {
  fromDraft,
  toDraft,
  toMovingBody,
  withClientId,
  withoutPhotos,
  withPhotos,
} from './use-moving-out-form.ts'

it('gives the same contents the same id, and others another one', () => {
  const lastSent = { current: { body: '', clientId: '' } }
  const idOf = (body: object) => withClientId(body, lastSent).client_id
  const first = idOf({ items: ['lamp'] })
  expect(idOf({ items: ['lamp'] })).toBe(first)
  const second = idOf({ items: ['lamp', 'chair'] })
  expect(second).not.toBe(first)
  expect(idOf({ items: ['lamp', 'chair'] })).toBe(second)
})

it('leaves out no half of "free until", so that the server asks for the other', () => {
  const photos = [
    { id: 1, upload: { state: 'uploaded' as const, url: 'https://photos.example/a.webp' } },
  ]
  const items = { 1: { title: 'Lamp', price: '', isFree: true, kind: '' } }
  const read = (freeDay: string, freeTime: string) => {
    const common = { place: 'Lobby', pickup_window: 'Sat', freeDay, freeTime, bundle_price: '' }
    const body = { ...toMovingBody(photos, { items, common }), client_id: crypto.randomUUID() }
    const { data, error } = movingSaleInput.safeParse(body)
    return data ? data.free_until : error && fieldErrors(error)
  }
  expect(read('2026-11-28', '18:00')).toBe('2026-11-28T18:00')
  expect(read('', '')).toBeNull()
  expect(read('', '20:00')).toEqual({ free_until: 'Choose a day and a time' })
  expect(read('2026-11-28', '')).toEqual({ free_until: 'Choose a day and a time' })
})

const common = { place: 'Lobby', pickup_window: '', freeDay: '', freeTime: '', bundle_price: '' }
const lamp = { title: 'Lamp', price: '15', isFree: false, kind: '' }
const chair = { title: 'Chair', price: '', isFree: true, kind: 'Furniture' }

it('keeps what belongs to uploaded photos in a draft, in order', () => {
  const photos = [
    { id: 4, src: '', upload: { state: 'uploaded' as const, url: '/uploads/chair.webp' } },
    { id: 7, src: '', upload: { state: 'uploading' as const, progress: 0 } },
    { id: 2, src: '', upload: { state: 'uploaded' as const, url: '/uploads/lamp.webp' } },
  ]
  const draft = toDraft(photos, { items: { 2: lamp, 4: chair, 7: lamp }, common, waiting: [] })
  expect(draft?.items.map(({ url }) => url)).toEqual(['/uploads/chair.webp', '/uploads/lamp.webp'])
  const restored = draft && fromDraft([{ id: 1 }, { id: 2 }], draft)
  expect(restored).toEqual({ items: { 1: chair, 2: lamp }, common, waiting: [] })
  const nothing = { items: {}, common: { ...common, place: '' }, waiting: [] }
  expect(toDraft([], nothing)).toBeUndefined()
})

it('keeps the texts of deleted photos for those that are added next', () => {
  const empty = { title: '', price: '', isFree: false, kind: '' }
  const before = { items: { 1: lamp, 2: empty, 3: chair, 4: lamp }, common, waiting: [] }
  const lost = withoutPhotos(before, [1, 2, 3])
  expect(lost).toEqual({ items: { 4: lamp }, common, waiting: [lamp, chair] })
  const draft = toDraft([], { ...lost, common: { ...common, place: '' } })
  expect(draft && fromDraft([], draft).waiting).toEqual([lamp, chair])

  const one = withPhotos(lost, [{ id: 5 }])
  expect(one).toEqual({ items: { 4: lamp, 5: lamp }, common, waiting: [chair] })
  expect(withPhotos(one, [{ id: 6 }, { id: 7 }])).toEqual({
    items: { 4: lamp, 5: lamp, 6: chair },
    common,
    waiting: [],
  })
})

it('reads drafts of former versions, which keep no texts for deleted photos', () => {
  expect(fromDraft([], { items: [], common }).waiting).toEqual([])
})
