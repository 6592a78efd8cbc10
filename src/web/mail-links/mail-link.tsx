import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import type { Appeal } from '#contract/appeals.ts'
import type { ExportLink } from '#contract/export-link.ts'
import type { MeetingLink } from '#contract/meetings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RenewLink } from '#contract/renew-link.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import { type Api, ApiError, errorMessage, useApi } from '../queries/api.ts'
import { getLoaderContext, statusData, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

interface DeadLink {
  /** The reason why the link does not work, in one sentence. */
  problem: string
  status: number
}

const isDead = (link: object): link is DeadLink => 'problem' in link

/** Fetches what a link is about. A 4xx becomes data, so that it gets into the page's state. */
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

type MailLinkQuery<Link extends object> = (
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

export const meetingLinkQuery = (api: Api, token: string) =>
  mailLinkQuery<MeetingLink>(api, apiPaths.meetingLink(token))

export const loadMailLink =
  <Link extends object>(query: MailLinkQuery<Link>) =>
  async (args: LoaderFunctionArgs) => {
    const { api, queryClient } = getLoaderContext(args)
    const token = new URL(args.request.url).searchParams.get('token')
    if (!token) return statusData(404)
    try {
      const link = await waitForData(queryClient.ensureQueryData(query(api, token)))
      return link && isDead(link) ? statusData(link.status) : null
    } catch (error) {
      return loadFailure(args, error)
    }
  }

/** The page of a link in an email. Everyone who has its token can use it, with or without a session and JavaScript. */
export function MailLinkPage<Link extends object>({
  query,
  deadEnd,
  children,
}: {
  query: MailLinkQuery<Link>
  /** Renders a link that does not work, and the reason. */
  deadEnd: (problem: string) => ReactNode
  children: (link: Link, token: string) => ReactNode
}) {
  const api = useApi()
  const [searchParams] = useSearchParams()
  const token = searchParams.get('token')
  if (!token) return deadEnd('This link is incomplete. Copy all of it from the email.')
  return (
    <AwaitQuery
      query={query(api, token)}
      loading={<Spinner label="Loading…" />}
      failed={({ error }) => deadEnd(errorMessage(error))}
    >
      {(link) => (isDead(link) ? deadEnd(link.problem) : children(link, token))}
    </AwaitQuery>
  )
}
