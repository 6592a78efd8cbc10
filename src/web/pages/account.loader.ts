import type { LoaderFunctionArgs } from 'react-router'
import {
  accountQuery,
  blocksQuery,
  devicesQuery,
  securityEventsQuery,
} from '../accounts/account-queries.ts'
import { getLoaderContext } from '../loader-context.ts'
import { waitForData } from '../wait-for-data.ts'

export async function loadAccount(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // What fails is shown in its own part, which offers to try again.
  await waitForData(
    Promise.allSettled([
      queryClient.ensureQueryData(accountQuery(api)),
      queryClient.ensureQueryData(devicesQuery(api)),
      queryClient.ensureQueryData(securityEventsQuery(api)),
      queryClient.ensureQueryData(blocksQuery(api)),
    ]),
  )
  return null
}
