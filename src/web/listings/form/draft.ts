import type { CategoryDefinition } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { type FormValues, toFormValues } from './form-values.ts'

/** What a form edits. Drafts are stored per target; logging out deletes them all. */
export interface FormTarget {
  userId: number
  category: AnyCategory
  /** Undefined for a new listing. */
  listingId?: string | undefined
}

const storageKey = ({ userId, category, listingId = 'new' }: FormTarget) =>
  `draft/${userId}/${category.id}/${listingId}`

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readDraft(
  target: FormTarget,
  storage: DraftStorage = localStorage,
): FormValues | undefined {
  try {
    const { values, photos } = JSON.parse(storage.getItem(storageKey(target)) ?? 'null')
    const said = withoutUntickedBoxes(target.category, { ...values })
    return toFormValues(target.category, { ...said, photos: photos.map(String) })
  } catch {
    return undefined
  }
}

/** A draft of an older version has `false` for a box that nobody ticked, which says nothing. A no is a text by now. */
function withoutUntickedBoxes({ fields }: CategoryDefinition, values: Record<string, unknown>) {
  const isUnticked = (name: string) => {
    const field = fields[name]
    return values[name] === false && field?.kind === 'checkbox' && field.formStart === undefined
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isUnticked(name)))
}

export function saveDraft(
  target: FormTarget,
  { photos, ...values }: FormValues,
  storage: DraftStorage = localStorage,
) {
  try {
    storage.setItem(storageKey(target), JSON.stringify({ values, photos }))
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
