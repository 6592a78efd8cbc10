import type { AnyCategory } from '#categories/index.ts'
import { type FormValues, valuesOfDraft } from './form-values.ts'

export interface Draft {
  values: FormValues
  /** Addresses of the photos that were uploaded. */
  photos: string[]
}

/** Whose form it is, and for what: a draft never shows up anywhere else. */
export interface DraftPlace {
  userId: number
  category: AnyCategory
  /** Absent for a listing that is new. */
  listingId?: string | undefined
}

const ofStudent = (userId: number) => `draft/${userId}/`

const keyOf = ({ userId, category, listingId = 'new' }: DraftPlace) =>
  `${ofStudent(userId)}${category.id}/${listingId}`

/** Where drafts are kept: this browser, if it lets us. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readDraft(place: DraftPlace, store: Store = localStorage): Draft | undefined {
  try {
    const { values, photos } = JSON.parse(store.getItem(keyOf(place)) ?? 'null')
    return { values: valuesOfDraft(place.category, values), photos: photos.map(String) }
  } catch {
    return undefined
  }
}

/** Takes the draft as JSON, so that its caller can tell when it changed. */
export function keepDraft(place: DraftPlace, draft: string, store: Store = localStorage) {
  try {
    store.setItem(keyOf(place), draft)
  } catch {
    // A full or forbidden store costs the draft, never the form.
  }
}

export function dropDraft(place: DraftPlace, store: Store = localStorage) {
  try {
    store.removeItem(keyOf(place))
  } catch {
    // What cannot be reached holds no draft either.
  }
}

/** For a student who leaves for good. */
export function dropDraftsOf(userId: number, store: Storage = localStorage) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  for (const key of keys) if (key.startsWith(ofStudent(userId))) store.removeItem(key)
}
