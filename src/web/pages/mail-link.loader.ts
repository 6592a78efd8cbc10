import { data, type LoaderFunctionArgs } from 'react-router'
import {
  appealQuery,
  exportLinkQuery,
  isDead,
  type MailLinkQuery,
  renewLinkQuery,
  unsubscribeLinkQuery,
} from '../mail-links/mail-link-queries.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

const loadMailLink =
  <Link extends object>(query: MailLinkQuery<Link>) =>
  async (args: LoaderFunctionArgs) => {
    const { api, queryClient } = getLoaderContext(args)
    const token = new URL(args.request.url).searchParams.get('token')
    if (!token) return data(null, { status: 404 })
    try {
      const link = await waitForData(queryClient.ensureQueryData(query(api, token)))
      return link && isDead(link) ? data(null, { status: link.status }) : null
    } catch (error) {
      return errorStatusData(error)
    }
  }

export const mailLinkLoaders = {
  renew: loadMailLink(renewLinkQuery),
  appeal: loadMailLink(appealQuery),
  export: loadMailLink(exportLinkQuery),
  unsubscribe: loadMailLink(unsubscribeLinkQuery),
}
