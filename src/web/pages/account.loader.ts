import type { LoaderFunctionArgs } from 'react-router'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import {
  accountQuery,
  blocksQuery,
  devicesQuery,
  securityEventsQuery,
} from '../session/account-queries.ts'

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
