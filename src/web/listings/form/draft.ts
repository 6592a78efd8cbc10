import type { CategoryDefinition } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { type FormValue, type FormValues, toFormValues } from './form-values.ts'

/** The listing that a form edits. Drafts are stored per target and tab; logging out deletes them all. */
export interface FormTarget {
  studentId: number
  category: AnyCategory
  /** The id, or undefined for a new listing. */
  listingId?: string | undefined
}

/** The form for several items, which is for no category. */
export const movingOutForm = { id: 'moving-out' } as const

/** What a draft is for. */
export interface DraftTarget extends Omit<FormTarget, 'category'> {
  category: AnyCategory | typeof movingOutForm
}

/** The student's changes, by field. Unchanged fields are left out, because they may change elsewhere. */
export type Changes = Record<string, { from?: FormValue; to: FormValue }>

export interface Draft<Contents = Changes> {
  /** The contents: the changes of a listing's form, or the whole form for moving out. */
  changes: Contents
  /** The version of the listing that the form started with. */
  updatedAt?: string | undefined
}

interface StoredDraft<Contents> extends Draft<Contents> {
  savedAt: number
  /** Whether the draft's form is open in a tab. Another tab then starts its own draft. */
  isOpen: boolean
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

interface DraftContext {
  storage: DraftStorage
  tabId: string
  now: number
}

/** How long a draft can count as open. A tab that was killed never closes its draft. */
const maxOpenMs = 3_600_000

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function changesOf(base: FormValues, values: FormValues): Changes {
  const names = Object.keys(values).filter((name) => !isSame(base[name], values[name]))
  return Object.fromEntries(
    names.map((name) => [name, { from: base[name], to: values[name] }]),
  ) as Changes
}

export function applyChanges(category: AnyCategory, base: FormValues, changes: Changes) {
  const changed = Object.entries(changes).map(([name, { to }]) => [name, to])
  return toFormValues(category, { ...base, ...Object.fromEntries(changed) })
}

/**
 * The draft while a conflict is not answered. It keeps the old value of each earlier change, so that a reload finds the
 * conflict again.
 */
export const unansweredDraft = (changes: Changes, earlier: Draft): Draft => ({
  ...earlier,
  changes: Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const began = earlier.changes[name]
      return [name, began ? { ...began, to: change.to } : change]
    }),
  ),
})

/** Finds the fields that were also changed elsewhere, to another value. */
export function findConflicts(newer: FormValues, changes: Changes): string[] {
  return Object.keys(changes).filter((name) => {
    const { from, to } = changes[name] ?? {}
    return name in newer && !isSame(newer[name], from) && !isSame(newer[name], to)
  })
}

/** Reads this tab's own draft, or else the newest draft that no tab has open, which then belongs to this tab. */
export function readDraft<Contents = Changes>(
  target: DraftTarget,
  context?: DraftContext,
): Draft<Contents> | undefined {
  try {
    const { storage, tabId, now } = context ?? browserContext()
    const own = draftKey(target, tabId)
    const drafts = draftKeys(storage, target).flatMap((key) => {
      const stored = parseDraft<Contents>(target, storage.getItem(key))
      if (!stored) return []
      const isFree = key === own || !stored.isOpen || now - stored.savedAt > maxOpenMs
      return isFree ? [{ key, ...stored, rank: key === own ? Infinity : stored.savedAt }] : []
    })
    const newest = drafts.sort((one, other) => other.rank - one.rank)[0]
    if (!newest) return undefined
    const { key, changes, updatedAt } = newest
    storage.removeItem(key)
    const draft = { changes, updatedAt }
    saveDraft(target, draft, { storage, tabId, now })
    return draft
  } catch {
    return undefined
  }
}

export function saveDraft(target: DraftTarget, draft: Draft<unknown>, context?: DraftContext) {
  write(target, draft, { isOpen: true }, context)
}

function write(
  target: DraftTarget,
  draft: Draft<unknown>,
  { isOpen }: { isOpen: boolean },
  context?: DraftContext,
) {
  try {
    const { storage, tabId, now } = context ?? browserContext()
    const stored: StoredDraft<unknown> = { ...draft, savedAt: now, isOpen }
    storage.setItem(draftKey(target, tabId), JSON.stringify(stored))
  } catch {
    // Storage is full or disabled: the form works without drafts.
  }
}

/** Releases the draft of a form that closes. The next form to open restores it, in any tab. */
export function releaseDraft(target: DraftTarget, context?: DraftContext) {
  try {
    const { storage, tabId } = context ?? browserContext()
    const stored = parseDraft(target, storage.getItem(draftKey(target, tabId)))
    if (stored) write(target, stored, { isOpen: false }, context)
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

export function deleteDraft(target: DraftTarget, context?: DraftContext) {
  try {
    const { storage, tabId } = context ?? browserContext()
    storage.removeItem(draftKey(target, tabId))
  } catch {
    // Storage is disabled, so there is no draft.
  }
}

const targetKey = ({ studentId, category, listingId = 'new' }: DraftTarget) =>
  `draft/${studentId}/${category.id}/${listingId}`

const draftKey = (target: DraftTarget, tabId: string) => `${targetKey(target)}/${tabId}`

function draftKeys(storage: DraftStorage, target: DraftTarget): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  // Former versions stored one draft for all tabs.
  return keys.filter((key) => key === targetKey(target) || key.startsWith(draftKey(target, '')))
}

function parseDraft<Contents>(
  { category }: DraftTarget,
  text: string | null,
): StoredDraft<Contents> | undefined {
  try {
    const stored = JSON.parse(text ?? 'null')
    if (stored?.values && Array.isArray(stored.photos) && 'fields' in category) {
      return fromFormerVersion(category, stored) as StoredDraft<Contents>
    }
    return stored?.changes && typeof stored.savedAt === 'number' ? stored : undefined
  } catch {
    return undefined
  }
}

/** Drops boxes that nobody ticked. Older drafts stored them as `false`, which says nothing; a "no" is a text today. */
function withoutUntickedBoxes({ fields }: CategoryDefinition, values: Record<string, unknown>) {
  const isUnticked = (name: string) => {
    const field = fields[name]
    return values[name] === false && field?.kind === 'checkbox' && field.formStart === undefined
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isUnticked(name)))
}

/**
 * Converts a draft of a former version. It has all fields but no version, so each field that differs from the saved listing
 * is in conflict with it.
 */
function fromFormerVersion(
  category: AnyCategory,
  { values, photos }: { values: object; photos: unknown[] },
): StoredDraft<Changes> {
  const all = Object.entries(
    toFormValues(category, { ...withoutUntickedBoxes(category, { ...values }), photos }),
  )
  const changes: Changes = Object.fromEntries(all.map(([name, to]) => [name, { to }]))
  return { changes, savedAt: 0, isOpen: false }
}

const browserContext = (): DraftContext => ({
  storage: localStorage,
  tabId: readTabId(),
  now: Date.now(),
})

/** Returns the id of this tab, which survives a reload. */
function readTabId(): string {
  const id = sessionStorage.getItem('tab') ?? Math.random().toString(36).slice(2)
  sessionStorage.setItem('tab', id)
  return id
}
