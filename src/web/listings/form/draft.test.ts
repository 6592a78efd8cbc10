import { beforeEach, describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { type DraftPlace, dropDraft, dropDraftsOf, keepDraft, readDraft } from './draft.ts'
import { blankValues } from './form-values.ts'

const { misc, rental, textbook } = categoryById

class MemoryStorage implements Storage {
  readonly #entries = new Map<string, string>()
  get length() {
    return this.#entries.size
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null
  getItem = (key: string) => this.#entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.#entries.set(key, value)
  removeItem = (key: string) => void this.#entries.delete(key)
  clear = () => this.#entries.clear()
}

let store: Storage

beforeEach(() => {
  store = new MemoryStorage()
})

const mine: DraftPlace = { userId: 7, category: misc }
const lamp = { values: { ...blankValues(misc), title: 'Lamp' }, photos: ['/uploads/a.webp'] }
const text = JSON.stringify(lamp)

describe('a draft', () => {
  it('comes back as it was', () => {
    keepDraft(mine, text, store)
    expect(readDraft(mine, store)).toEqual(lamp)
  })

  it.each<[string, DraftPlace]>([
    ['another student', { ...mine, userId: 8 }],
    ['another category', { ...mine, category: textbook }],
    ['a saved listing', { ...mine, listingId: '3' }],
  ])('never shows up for %s', (_, place) => {
    keepDraft(mine, text, store)
    expect(readDraft(place, store)).toBeUndefined()
  })

  it('is gone once dropped', () => {
    keepDraft(mine, text, store)
    dropDraft(mine, store)
    expect(readDraft(mine, store)).toBeUndefined()
  })

  it.each(['', 'null', '{', '[]', '{"values":{}}', '{"values":null,"photos":3}'])(
    'that makes no sense is none: %j',
    (kept) => {
      keepDraft(mine, kept, store)
      expect(readDraft(mine, store)).toBeUndefined()
    },
  )

  it('of an older form has what that form did not ask for left blank', () => {
    const place = { userId: 7, category: rental }
    const kept = { values: { title: 'Room', amenities: 'none', is_shared: 'yes', gone: 1 } }
    keepDraft(place, JSON.stringify({ ...kept, photos: [] }), store)
    expect(readDraft(place, store)?.values).toEqual({ ...blankValues(rental), title: 'Room' })
  })

  it('cannot break the form where nothing may be stored', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse }
    keepDraft(mine, text, forbidden)
    dropDraft(mine, forbidden)
    expect(readDraft(mine, forbidden)).toBeUndefined()
  })

  it('goes with all others of a student who leaves, and with nobody else’s', () => {
    const others = { ...mine, userId: 70 }
    for (const place of [mine, { ...mine, category: rental }, others]) {
      keepDraft(place, text, store)
    }
    dropDraftsOf(7, store)
    expect(store.length).toBe(1)
    expect(readDraft(others, store)).toEqual(lamp)
  })
})
