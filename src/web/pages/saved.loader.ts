import type { LoaderFunctionArgs } from 'react-router'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { favouritesQuery, savedSearchesQuery } from '../saved/saved-queries.ts'
import { accountQuery } from '../session/account-queries.ts'

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
