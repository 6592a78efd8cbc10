import type { LoaderFunctionArgs } from 'react-router'
import { categories } from '#categories/index.ts'
import { ownListingsQuery } from '../listings/dashboard/own-listings-query.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { sessionQuery } from '../session/session.tsx'

export async function loadDashboard(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const user = await queryClient.ensureQueryData(sessionQuery(api))
  if (!user) return null
  // What fails is shown in its own section, which offers to try again.
  await waitForData(
    Promise.allSettled(
      categories.map((category) =>
        queryClient.ensureQueryData(ownListingsQuery(api, category, user.id)),
      ),
    ),
  )
  return null
}
