import { type AnyCategory, categoryByPath } from '#categories/index.ts'

/** The category whose pages live at this address; letters of any case lead there. */
export function categoryAt(url: string): AnyCategory {
  const [, path = ''] = url.split(/[/?#]+/)
  const category = categoryByPath(path.toLowerCase())
  if (!category) throw new Error(`No category lives at ${url}`)
  return category
}
