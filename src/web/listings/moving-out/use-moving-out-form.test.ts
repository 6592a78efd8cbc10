import { expect, it } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { movingSaleInput } from '#contract/moving-out.ts'
import { fromDraft, toDraft, toMovingBody, withClientId } from './use-moving-out-form.ts'

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

it('keeps what belongs to uploaded photos in a draft, in order', () => {
  const common = { place: 'Lobby', pickup_window: '', freeDay: '', freeTime: '', bundle_price: '' }
  const lamp = { title: 'Lamp', price: '15', isFree: false, kind: '' }
  const chair = { title: 'Chair', price: '', isFree: true, kind: 'Furniture' }
  const photos = [
    { id: 4, src: '', upload: { state: 'uploaded' as const, url: '/uploads/chair.webp' } },
    { id: 7, src: '', upload: { state: 'uploading' as const, progress: 0 } },
    { id: 2, src: '', upload: { state: 'uploaded' as const, url: '/uploads/lamp.webp' } },
  ]
  const draft = toDraft(photos, { items: { 2: lamp, 4: chair, 7: lamp }, common })
  expect(draft?.items.map(({ url }) => url)).toEqual(['/uploads/chair.webp', '/uploads/lamp.webp'])
  const restored = draft && fromDraft([{ id: 1 }, { id: 2 }], draft)
  expect(restored).toEqual({ items: { 1: chair, 2: lamp }, common })
  expect(toDraft([], { items: {}, common: { ...common, place: '' } })).toBeUndefined()
})
