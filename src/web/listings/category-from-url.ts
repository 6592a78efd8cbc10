import { type AnyCategory, categoryByPath } from '#categories/index.ts'

/** The category of a page URL, matched case-insensitively. */
export function categoryFromUrl(url: string): AnyCategory {
  const [, path = ''] = url.split(/[/?#]+/)
  const category = categoryByPath(path.toLowerCase())
  if (!category) throw new Error(`No category has the URL ${url}`)
  return category
}
