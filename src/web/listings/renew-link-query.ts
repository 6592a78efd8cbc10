import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { RenewLink } from '#contract/renew-link.ts'
import { type Api, ApiError } from '../api.ts'

/** Why nothing can be renewed, in one sentence. */
export interface DeadRenewLink {
  problem: string
  status: number
}

export const isDead = (link: RenewLink | DeadRenewLink): link is DeadRenewLink => 'problem' in link

/** What the link of a mail renews. What a 4xx says is data, which travels in the page's state. */
export const renewLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['renew-link', token],
    queryFn: async ({ signal }): Promise<RenewLink | DeadRenewLink> => {
      try {
        return await api.get<RenewLink>(apiPaths.renewLink(token), signal)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        return { problem: error.message, status: error.status }
      }
    },
  })
