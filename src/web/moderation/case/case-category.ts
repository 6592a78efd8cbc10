import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { categoryFromUrl } from '../../listings/category-from-url.ts'

/** The category in the URL of a listing's case. */
export const caseCategoryFromUrl = (url: string): AnyCategory =>
  categoryFromUrl(url.slice(pagePaths.moderation().length))
