import type { AnyCategory } from '#categories/index.ts'
import { type FormValues, toFormValues } from './form-values.ts'

export interface Draft {
  values: FormValues
  /** URLs of uploaded photos. */
  photos: string[]
}

/** What a form edits. Drafts are stored per target. */
export interface FormTarget {
  userId: number
  category: AnyCategory
  /** Undefined for a new listing. */
  listingId?: string | undefined
}

const userPrefix = (userId: number) => `draft/${userId}/`

const storageKey = ({ userId, category, listingId = 'new' }: FormTarget) =>
  `${userPrefix(userId)}${category.id}/${listingId}`

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readDraft(
  target: FormTarget,
  storage: DraftStorage = localStorage,
): Draft | undefined {
  try {
    const { values, photos } = JSON.parse(storage.getItem(storageKey(target)) ?? 'null')
    return { values: toFormValues(target.category, values), photos: photos.map(String) }
  } catch {
    return undefined
  }
}

/** Takes the draft as JSON: as an effect's dependency, a string changes only with its content. */
export function saveDraft(target: FormTarget, draft: string, storage: DraftStorage = localStorage) {
  try {
    storage.setItem(storageKey(target), draft)
  } catch {
    // Storage is full or disabled: the form works without drafts.
  }
}

export function deleteDraft(target: FormTarget, storage: DraftStorage = localStorage) {
  try {
    storage.removeItem(storageKey(target))
  } catch {
    // Storage is disabled: there is no draft.
  }
}

export function deleteUserDrafts(userId: number, storage: Storage = localStorage) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(userPrefix(userId))) storage.removeItem(key)
}
