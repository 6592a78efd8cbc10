import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { fromInput } from '#contract/listing.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { insertListing } from '../listing-queries.ts'
import { toListingColumns } from '../posting/create-listing.ts'
import { listListings } from './list-listings.ts'
import { mergeSearchIndex } from './merge-search-index.ts'

it('leaves one segment in each search index, and all listings in it', async () => {
  const db = await openTestDatabase('sqlite')
  const { id: seller_id } = await insertTestUser(db)
  const columns = toListingColumns(fromInput('misc', { ...completeInputs.misc, title: 'Harp' }))
  const post = () =>
    db.transaction((tx) =>
      insertListing(tx, { ...columns, category: 'misc', seller_id, posted_at: 0, ends_at: 1 }),
    )
  for (let count = 0; count < 5; count++) await post()
  const countSegments = async () => {
    const count = sql`
      SELECT (SELECT count(DISTINCT segid) FROM search_newest_idx) AS newest,
        (SELECT count(DISTINCT segid) FROM search_by_price_idx) AS by_price`
    return db.get(count)
  }
  expect(await countSegments()).toEqual({ newest: 5, by_price: 5 })
  const merge = () => mergeSearchIndex(db, new AbortController().signal)
  await merge()
  expect(await countSegments()).toEqual({ newest: 1, by_price: 1 })
  const parse = (order: string) => listQuery.misc.parse({ q: 'harp', order })
  for (const order of ['new', 'price']) {
    const { total } = await listListings(db, categoryById.misc, parse(order), 0)
    expect(total).toBe(5)
  }
  await post()
  await merge()
  await merge()
  expect(await countSegments()).toEqual({ newest: 1, by_price: 1 })
})
