import { categoryByPath, isForConfirmed } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactId } from '../listings/listing-urls.ts'
import { saveSearchHash } from '../saved/searches/search-hash.ts'

/** Returns what a visitor wanted to do, in words that follow "Log in" or "Sign up". */
export function loginPurpose({ returnPath, isToPost }: { returnPath: string; isToPost: boolean }) {
  if (isToPost) return 'to post your listing'
  if (returnPath.endsWith(saveSearchHash)) return 'to save this search'
  if (returnPath.includes('#save=')) return 'to save this listing'
  if (returnPath.endsWith(`#${contactId}`)) return 'to contact this student'
  const [path = ''] = returnPath.split(/[?#]/)
  if (path === pagePaths.saved) return 'to see what you saved'
  const category = categoryByPath(path.split('/')[1] ?? '')
  if (category && returnPath.endsWith('#report')) return 'to report this listing'
  if (category && isForConfirmed(category)) return `to see ${category.labels.plural}`
  return undefined
}
