import { describe, expect, it } from 'vitest'
import { pendingText } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Query } from '#server/database/database.ts'
import {
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { recordingDb } from '#tests/support/explain.ts'
import { ada as adasAccount, bob as bobsAccount } from '#tests/support/http-client.ts'
import { openOfferSite } from '#tests/support/offer-site.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { tellOthersPending } from './deals.ts'

describe.each(anyEngine)('telling others that a listing is pending on %s', (engine) => {
  it('takes four statements for each of them, because the category is locked so long', async () => {
    const site = await openOfferSite(engine, { RATE_LIMIT: 'off' })
    const { ada, db, lamp, threadId, clock } = site
    const seller = { id: Number((await ada.get(apiPaths.me)).body.id), email: adasAccount.email }
    const listing = await findListing(db, { category: 'misc', id: lamp.id })
    if (!listing) throw new Error('The lamp is missing.')
    const count = async () => {
      const queries: Query[] = []
      const counting = recordingDb(db, queries)
      await tellOthersPending(counting, { listing, threadId, seller, now: clock.now })
      return queries.length
    }
    /** How many statements are run whoever is told. */
    const forAll = (await count()) - 4
    for (const name of ['dan', 'finn', 'gus', 'hal']) {
      const account = { ...bobsAccount, email: at(name) }
      const client = createJsonClient(await insertLoggedInStudent(site, account))
      const first = { body: `Is it still available? ${name}` }
      await client.post(apiPaths.listingMessages('misc', lamp.id), first)
    }
    expect(await count()).toBe(forAll + 4 * 4)
    expect(forAll).toBeLessThanOrEqual(5)
    expect((await site.textsOf(site.eve, site.evesThreadId)).at(-1)).toBe(pendingText)
  })
})
