import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { categoryWithCopiesFromUrl } from '../listings/copies/copies-of.ts'
import { copiesQuery } from '../listings/copies/copies-query.ts'
import { getLoaderContext, requestedPath } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadCopies(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { value = '' } = args.params
  try {
    const category = categoryWithCopiesFromUrl(requestedPath(args))
    const query = copiesQuery(api, category, value)
    const copies = await waitForData(queryClient.ensureQueryData(query), args.request)
    if (copies === null) return data(null, { status: 404 })
    const canonical = copies?.[category.copies.field] ?? value
    // One page in the response cache for all spellings.
    return canonical === value ? null : redirect(pagePaths.copies(category.id, canonical), 301)
  } catch (error) {
    return errorStatusData(error)
  }
}
