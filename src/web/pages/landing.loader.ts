import type { LoaderFunctionArgs } from 'react-router'
import { galleryQuery } from '../listings/gallery-query.ts'
import { getLoaderContext } from '../loader-context.ts'

/** In the browser the page does not wait for its gallery, which has a placeholder. */
export async function loadLanding(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const loading = queryClient.prefetchQuery(galleryQuery(api))
  if (import.meta.env.SSR) await loading
  return null
}
