import { type CategoryId, categories } from '#categories/index.ts'

/** A listing that a visitor wanted to save before logging in. */
export interface PendingSave {
  category: CategoryId
  id: number
}

const pattern = /^#save=([a-z]+)\/([1-9]\d*)$/

/** From the hash of the page that a login leads back to; see `logInToSavePath`. */
export function parsePendingSave(hash: string): PendingSave | undefined {
  const [, path, digits] = pattern.exec(hash) ?? []
  const category = categories.find((each) => each.path === path)
  const id = Number(digits)
  return category && Number.isSafeInteger(id) ? { category: category.id, id } : undefined
}
