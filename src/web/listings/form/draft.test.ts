import { beforeEach, describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import {
  applyChanges,
  changesOf,
  deleteDraft,
  type FormTarget,
  findConflicts,
  readDraft,
  releaseDraft,
  saveDraft,
  unansweredDraft,
} from './draft.ts'
import { emptyValues, type FormValues, toFormValues } from './form-values.ts'

const { misc, rental, textbook } = categoryById

let storage: Storage

beforeEach(() => {
  storage = new MemoryStorage()
})

const hourMs = 3_600_000
const inTab = (tabId: string, now = 0) => ({ storage, tabId, now })

const mine: FormTarget = { studentId: 7, category: misc }
const empty = emptyValues(misc)
const lamp = { ...empty, title: 'Lamp', listing_type: 'Wanting', photos: ['/uploads/a.webp'] }
const draftOf = (values: FormValues) => ({ changes: changesOf(empty, values), updatedAt: '1' })

/** Returns the values of a form that restores the draft of this tab. */
function restore(target: FormTarget, tabId = 'a') {
  const draft = readDraft(target, inTab(tabId))
  return draft && applyChanges(target.category, emptyValues(target.category), draft.changes)
}

/** Stores a draft as a former version did. */
const storeFormer = ({ studentId, category, listingId = 'new' }: FormTarget, text: string) =>
  storage.setItem(`draft/${studentId}/${category.id}/${listingId}`, text)

describe('a draft', () => {
  it('has only the fields that were changed, and the version they are based on', () => {
    saveDraft(mine, draftOf(lamp), inTab('a'))
    const { changes, updatedAt } = readDraft(mine, inTab('a')) ?? { changes: {} }
    expect(Object.keys(changes).sort()).toEqual(['listing_type', 'photos', 'title'])
    expect(updatedAt).toBe('1')
    expect(restore(mine)).toEqual(lamp)
    // The draft does not undo a change that was saved elsewhere since.
    const newer = { ...empty, price: '30' }
    expect(applyChanges(misc, newer, changes)).toEqual({ ...lamp, price: '30' })
  })

  it('is in conflict with what has changed elsewhere to something else', () => {
    const { changes } = draftOf(lamp)
    expect(findConflicts(empty, changes)).toEqual([])
    expect(findConflicts({ ...empty, price: '30' }, changes)).toEqual([])
    expect(findConflicts({ ...empty, title: 'Lamp' }, changes)).toEqual([])
    expect(findConflicts({ ...empty, title: 'Desk', photos: ['/b'] }, changes)).toEqual([
      'photos',
      'title',
    ])
  })

  it.each<[string, FormTarget]>([
    ['another student', { ...mine, studentId: 8 }],
    ['another category', { ...mine, category: textbook }],
    ['a saved listing', { ...mine, listingId: '3' }],
  ])('is not restored for %s', (_, target) => {
    saveDraft(mine, draftOf(lamp), inTab('a'))
    releaseDraft(mine, inTab('a'))
    expect(restore(target)).toBeUndefined()
  })

  it('can be deleted', () => {
    saveDraft(mine, draftOf(lamp), inTab('a'))
    deleteDraft(mine, inTab('a'))
    expect(restore(mine)).toBeUndefined()
  })

  it('belongs to its tab while that is open, then to the next one that asks', () => {
    const desk = { ...empty, title: 'Desk' }
    saveDraft(mine, draftOf(lamp), inTab('a'))
    expect(restore(mine, 'b')).toBeUndefined()
    saveDraft(mine, draftOf(desk), inTab('b'))
    expect(restore(mine, 'a')).toEqual(lamp)
    expect(restore(mine, 'b')).toEqual(desk)
    deleteDraft(mine, inTab('b'))
    expect(restore(mine, 'a')).toEqual(lamp)

    releaseDraft(mine, inTab('a'))
    expect(restore(mine, 'c')).toEqual(lamp)
    expect(restore(mine, 'a')).toBeUndefined()
    // The tab was killed, so it has not closed its draft.
    expect(readDraft(mine, inTab('d', hourMs))).toBeUndefined()
    expect(readDraft(mine, inTab('d', hourMs + 1))).toEqual(draftOf(lamp))
  })

  it.each(['', 'null', '{', '[]', '{"values":{}}', '{"values":null,"photos":3}', '{"changes":1}'])(
    'is ignored when it is malformed: %j',
    (malformed) => {
      storeFormer(mine, malformed)
      expect(restore(mine)).toBeUndefined()
    },
  )

  it('of a former version leaves new and invalid fields blank, and may be older than all', () => {
    const target = { studentId: 7, category: rental }
    const older = { values: { title: 'Room', amenities: 'none', is_shared: 'yes', gone: 1 } }
    storeFormer(target, JSON.stringify({ ...older, photos: [] }))
    expect(restore(target)).toEqual({ ...emptyValues(rental), title: 'Room' })
    const { changes } = readDraft(target, inTab('a')) ?? { changes: {} }
    expect(findConflicts({ ...emptyValues(rental), title: 'Flat' }, changes)).toEqual(['title'])
  })

  it('of a former version says no for no box that was not ticked', () => {
    const target = { studentId: 7, category: rental }
    const older = { values: { has_parking: true, has_laundry: false, is_sublet: true } }
    storeFormer(target, JSON.stringify({ ...older, photos: [] }))
    const answers = { has_parking: 'true', has_laundry: '', is_sublet: true }
    expect(restore(target)).toEqual({ ...emptyValues(rental), ...answers })
  })

  it('of a former version keeps the one course code that it had', () => {
    const target = { studentId: 7, category: textbook }
    storeFormer(target, JSON.stringify({ values: { course_code: 'cs246' }, photos: [] }))
    expect(restore(target)).toEqual({ ...emptyValues(textbook), course_codes: 'cs246' })
  })

  it('is skipped without an error when storage is full or disabled', () => {
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const broken = { getItem: fail, setItem: fail, removeItem: fail, key: fail, length: 1 }
    const context = { storage: broken, tabId: 'a', now: 0 }
    saveDraft(mine, draftOf(lamp), context)
    releaseDraft(mine, context)
    deleteDraft(mine, context)
    expect(readDraft(mine, context)).toBeUndefined()
  })
})

it('a conflict that was not answered is found again, with what was typed since', () => {
  const base = toFormValues(misc, { title: 'Lamp', price: 5 })
  const earlier = { changes: changesOf(base, { ...base, title: 'Floor lamp' }), updatedAt: 'old' }
  const newer = { ...base, title: 'Old lamp' }
  const typed = { ...newer, title: 'Brass lamp', price: '7' }
  const draft = unansweredDraft(changesOf(newer, typed), earlier)
  expect(draft.updatedAt).toBe('old')
  expect(applyChanges(misc, newer, draft.changes)).toEqual(typed)
  expect(findConflicts(newer, draft.changes)).toEqual(['title'])
})
