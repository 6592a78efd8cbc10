import { beforeEach, describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { deleteDraft, type FormTarget, readDraft, saveDraft } from './draft.ts'
import { emptyValues } from './form-values.ts'

const { misc, rental, textbook } = categoryById

let storage: Storage

beforeEach(() => {
  storage = new MemoryStorage()
})

const mine: FormTarget = { userId: 7, category: misc }
const lamp = {
  ...emptyValues(misc),
  title: 'Lamp',
  listing_type: 'Wanting',
  photos: ['/uploads/a.webp'],
}

/** Replaces the stored draft of `target` by another text. */
function overwriteDraft(target: FormTarget, text: string) {
  saveDraft(target, emptyValues(target.category), storage)
  storage.setItem(storage.key(0) ?? '', text)
}

describe('a draft', () => {
  it('is restored unchanged', () => {
    saveDraft(mine, lamp, storage)
    expect(readDraft(mine, storage)).toEqual(lamp)
  })

  it.each<[string, FormTarget]>([
    ['another student', { ...mine, userId: 8 }],
    ['another category', { ...mine, category: textbook }],
    ['a saved listing', { ...mine, listingId: '3' }],
  ])('is not restored for %s', (_, target) => {
    saveDraft(mine, lamp, storage)
    expect(readDraft(target, storage)).toBeUndefined()
  })

  it('can be deleted', () => {
    saveDraft(mine, lamp, storage)
    deleteDraft(mine, storage)
    expect(readDraft(mine, storage)).toBeUndefined()
  })

  it.each(['', 'null', '{', '[]', '{"values":{}}', '{"values":null,"photos":3}'])(
    'is ignored when it is malformed: %j',
    (malformed) => {
      overwriteDraft(mine, malformed)
      expect(readDraft(mine, storage)).toBeUndefined()
    },
  )

  it('of an older form version leaves new and invalid fields blank', () => {
    const target = { userId: 7, category: rental }
    const older = { values: { title: 'Room', amenities: 'none', is_shared: 'yes', gone: 1 } }
    overwriteDraft(target, JSON.stringify({ ...older, photos: [] }))
    expect(readDraft(target, storage)).toEqual({ ...emptyValues(rental), title: 'Room' })
  })

  it('of an older form version says no for no box that was not ticked', () => {
    const target = { userId: 7, category: rental }
    const older = { values: { has_parking: true, has_laundry: false, is_sublet: true } }
    overwriteDraft(target, JSON.stringify({ ...older, photos: [] }))
    const answers = { has_parking: 'true', has_laundry: '', is_sublet: true }
    expect(readDraft(target, storage)).toEqual({ ...emptyValues(rental), ...answers })
    const said = { ...emptyValues(rental), has_laundry: 'false' }
    saveDraft(target, said, storage)
    expect(readDraft(target, storage)).toEqual(said)
  })

  it('of an older form version keeps the one course code that it had', () => {
    const target = { userId: 7, category: textbook }
    overwriteDraft(target, JSON.stringify({ values: { course_code: 'cs246' }, photos: [] }))
    expect(readDraft(target, storage)).toEqual({ ...emptyValues(textbook), course_codes: 'cs246' })
  })

  it('is skipped without an error when storage is full or disabled', () => {
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const brokenStorage = { getItem: fail, setItem: fail, removeItem: fail }
    saveDraft(mine, lamp, brokenStorage)
    deleteDraft(mine, brokenStorage)
    expect(readDraft(mine, brokenStorage)).toBeUndefined()
  })
})
