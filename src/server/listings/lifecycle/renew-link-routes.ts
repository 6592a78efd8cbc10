import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from '#contract/errors.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { renewLinkResponse, renewLinkToken } from '#contract/renew-link.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { acceptForms } from '../../http/accept-forms.ts'
import type { App } from '../../http/app-types.ts'
import { noStore } from '../../http/no-store.ts'
import { sendErrorPage } from '../../http/send-error-page.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import type { ListingHooks } from '../listing-deps.ts'
import type { ListingQuotas } from '../posting/listing-quotas.ts'
import { uploadedCover } from '../present-listing.ts'
import { openRenewLink, renewByLink } from './renew-by-link.ts'

interface RenewLinkDeps {
  config: Pick<Config, 'APP_URL' | 'PHOTO_URL' | 'POSTING_AFFILIATIONS'>
  db: Db
  quotas: ListingQuotas
  hooks: ListingHooks
  jobs: Pick<JobRunner, 'wake'>
  now: () => number
}

/**
 * The token proves who may renew, so no session is needed. Its 256 bits cannot be guessed, so attempts are not counted.
 */
export function renewLinkRoutes(app: App, { config, db, quotas, hooks, jobs, now }: RenewLinkDeps) {
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)

  app.get(
    '/api/renew-link',
    {
      config: { skipSession: true },
      onRequest: noStore,
      schema: {
        tags: ['Renew links'],
        summary: 'What the link of a reminder renews',
        description: 'Changes nothing.',
        querystring: renewLinkToken,
        response: { 200: renewLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => {
      const { listing, renewsUntil } = await openRenewLink(db, query.token, now(), config)
      const { category, id, title, status, endsAt } = listing
      if (!isListed(status)) await quotas.requireRoom(db, listing.seller.id)
      return {
        category,
        id,
        title,
        photo: uploadedCover(withCdnUrls(listing)),
        status,
        ends_at: endsAt,
        renews_until: renewsUntil,
      }
    },
  )

  app.register(async (forms: App) => {
    acceptForms(forms)
    forms.setErrorHandler(sendFormError)
    forms.post(
      '/renew',
      {
        config: { skipSession: true, isProvenByToken: true },
        onRequest: noStore,
        schema: { hide: true, body: renewLinkToken },
      },
      async ({ body: { token } }, reply) => {
        const isFirst = await db.transaction(async (tx) => {
          const { listing } = await openRenewLink(tx, token, now(), config)
          const isFirst = await quotas.limitLive(tx, listing.seller.id, () =>
            renewByLink(tx, token, now(), config),
          )
          const context = { appUrl: config.APP_URL, now: now() }
          await runHooks(hooks.ownerActed, tx, listing, context)
          return isFirst
        })
        jobs.wake()
        return reply.redirect(isFirst ? pagePaths.renewed(token) : pagePaths.renew(token), 303)
      },
    )
  })
}

/** Redirects to the page of the link, which says why the renewal was refused. */
function sendFormError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { data } = renewLinkToken.safeParse(request.body)
  if (!(error instanceof AppError) || !data) return sendErrorPage(error, request, reply)
  return reply.redirect(pagePaths.renew(data.token), 303)
}
