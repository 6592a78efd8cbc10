import { expect, it } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import { movingSaleInput } from '#contract/moving-out.ts'
import { toMovingBody, withClientId } from './use-moving-out-form.ts'

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
