import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { RenewLink } from '#contract/renew-link.ts'
import type { Api } from '../api.ts'

/** What the link of a mail renews. */
export const renewLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['renew-link', token],
    queryFn: () => api.get<RenewLink>(apiPaths.renewLink(token)),
  })
