import type { LoaderFunctionArgs } from 'react-router'
import { galleryQuery } from '../listings/gallery-query.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'

export async function loadLanding(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  // Without it, the rest of the page is there.
  await waitForData(queryClient.ensureQueryData(galleryQuery(api))).catch(() => undefined)
  return null
}
