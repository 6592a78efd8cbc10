import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'

/** Fails with 400 if the link no longer works. Asked once by a page: a link that it has just used is dead, too. */
export const resetLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => api.post(apiPaths.checkResetLink, { token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
