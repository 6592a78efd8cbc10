import type { FastifyRequest } from 'fastify'
import { categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { type Contact, contactResponse } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { withArticle } from '#format/format.ts'
import { unauthenticated } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { canReadContact } from '../http/authorization.ts'
import { idParams } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { type ListingRowWithEmail, sellerOf } from '../listings/listing-queries.ts'
import { sellerName, sellerNamesFor } from '../listings/present-listing.ts'
import { goneError, requireListing } from '../listings/require-listing.ts'
import { isBlockedBy } from '../messages/thread-access.ts'
import { findThreadOfBuyer } from '../messages/thread-queries.ts'
import { canContact, type Policies, roleOf } from '../policies.ts'
import { isSamePerson, personOf } from '../students/person.ts'
import { type AddressDeps, revealSellerEmail } from './reveal-seller-email.ts'

export function contactRoutes(app: App, deps: AddressDeps & { policies: Policies }) {
  const { policies, db, now } = deps
  for (const category of categories) {
    const { labels, path } = category
    app.get(
      `/api/${path}/:id/contact`,
      {
        config: { action: 'read contact' },
        onRequest: noStore,
        schema: {
          tags: [labels.menu],
          summary: `How to reach the seller of ${withArticle(labels.singular)}`,
          params: idParams,
          response: { 200: contactResponse, '4xx': errorBody },
        },
      },
      async (request) => {
        // A request for a shared page is refused too, because the cached page would show the contact to every reader.
        if (!canReadContact(policies, request)) throw unauthenticated()
        const row = await requireListing(db, category, request, now())
        if (!canContact(roleOf(request, row), row, now())) throw goneError(row, now())
        return readContact(deps, request, row)
      },
    )
  }
}

/** Reads how to reach the seller of a listing. The caller has checked that the request may ask. */
async function readContact(
  deps: AddressDeps,
  request: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Contact> {
  return {
    name: sellerName(row, sellerNamesFor(request)),
    ...(await revealSellerEmail(deps, request, row)),
    ...(await readMessaging(deps, request, row)),
    url: deps.config.APP_URL + pagePaths.listing(row.category, row.id),
  }
}

/**
 * Says whether the reader can write to the seller. Visitors can once they have logged in. With CONTACT=email, only an
 * existing thread continues.
 */
async function readMessaging(
  { config, db, now }: AddressDeps,
  { user }: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Pick<Contact, 'messages' | 'blocked' | 'thread_id'>> {
  const canStart = config.CONTACT !== 'email'
  const none = { messages: false, blocked: false, thread_id: null }
  if (!user) return { ...none, messages: canStart }
  const seller = sellerOf(row)
  if (isSamePerson(personOf(user), seller)) return none
  const threadId = await findThreadOfBuyer(db, row, { studentId: user.id, now: now() })
  if (!threadId && !canStart) return none
  const blocked = await isBlockedBy(db, user.id, seller)
  const messages = !blocked && !(await isBlockedBy(db, seller.id, user))
  return { messages, blocked, thread_id: threadId ?? null }
}
