import { queryOptions } from '@tanstack/react-query'
import type { Appeal } from '#contract/appeals.ts'
import type { ExportLink } from '#contract/export-link.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RenewLink } from '#contract/renew-link.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import { type Api, ApiError } from '../queries/api.ts'

/** Why the link of a mail leads nowhere, in one sentence. */
export interface DeadLink {
  problem: string
  status: number
}

export const isDead = (link: object): link is DeadLink => 'problem' in link

/** What the link of a mail is about. What a 4xx says is data, which travels in the page's state. */
const mailLinkQuery = <Link extends object>(api: Api, path: string) =>
  queryOptions({
    queryKey: ['mail-link', path],
    queryFn: async ({ signal }): Promise<Link | DeadLink> => {
      try {
        return await api.get<Link>(path, signal)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        return { problem: error.message, status: error.status }
      }
    },
  })

export type MailLinkQuery<Link extends object> = (
  api: Api,
  token: string,
) => ReturnType<typeof mailLinkQuery<Link>>

export const renewLinkQuery = (api: Api, token: string) =>
  mailLinkQuery<RenewLink>(api, apiPaths.renewLink(token))

export const appealQuery = (api: Api, token: string) =>
  mailLinkQuery<Appeal>(api, apiPaths.appeal(token))

export const exportLinkQuery = (api: Api, token: string) =>
  mailLinkQuery<ExportLink>(api, apiPaths.exportLink(token))

export const unsubscribeLinkQuery = (api: Api, token: string) =>
  mailLinkQuery<UnsubscribeLink>(api, apiPaths.unsubscribeLink(token))
