import type { LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '../accounts/account-queries.ts'
import { getLoaderContext } from '../loader-context.ts'
import { favouritesQuery, savedSearchesQuery } from '../saved/saved-queries.ts'
import { waitForData } from '../wait-for-data.ts'

export async function loadSaved(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // What fails is shown in its own section, which offers to try again.
  await waitForData(
    Promise.allSettled([
      queryClient.ensureQueryData(savedSearchesQuery(api)),
      queryClient.ensureQueryData(favouritesQuery(api)),
      queryClient.ensureQueryData(accountQuery(api)),
    ]),
  )
  return null
}
