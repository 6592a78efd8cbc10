import { queryOptions } from '@tanstack/react-query'
import type { ResetLink } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../api.ts'

/** Whether the link still works. */
export const resetLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: () => api.get<ResetLink>(apiPaths.resetLink(token)),
  })
