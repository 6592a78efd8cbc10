import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { deleteListingRow, insertListing, updateListingRow } from '../listing-queries.ts'
import { listListings } from './list-listings.ts'

const lamp = {
  title: 'Lamp',
  price_cents: 500,
  description: '',
  details: '{}',
  search_text: 'misc/lamp',
}

async function openSite() {
  const db = await openTestDatabase('sqlite')
  const { id: seller_id } = await insertTestUser(db)
  const listing = { ...lamp, category: 'misc', seller_id, posted_at: 0, ends_at: 1 } as const
  const add = () => db.transaction((tx) => insertListing(tx, listing))
  const found = async (q: string, order = 'new') => {
    const query = listQuery.misc.parse({ q, order })
    return (await listListings(db, categoryById.misc, query, 0)).results.map(({ id }) => id)
  }
  return { db, listing, add, found }
}

it('finds listings added by concurrent transactions', async () => {
  const { add, found } = await openSite()
  const ids = await Promise.all([add(), add(), add()])
  expect(await found('lamp')).toEqual(ids.toReversed())
  expect(await found('lamp', 'price')).toEqual(ids)
})

it('indexes a listing once when one transaction adds and changes it, and not when it deletes it', async () => {
  const { db, listing, found } = await openSite()
  const kept = await db.transaction(async (tx) => {
    const id = await insertListing(tx, listing)
    const change = { search_text: 'misc/desk', price_cents: 900, updated_at: 1, ends_at: 1 }
    await updateListingRow(tx, id, { ...lamp, ...change })
    await deleteListingRow(tx, { category: 'misc', id: await insertListing(tx, listing) })
    return id
  })
  expect(await found('desk')).toEqual([kept])
  expect(await found('desk', 'price')).toEqual([kept])
  expect(await found('lamp')).toEqual([])
})

it('leaves nothing of a transaction that rolls back', async () => {
  const { db, listing, add, found } = await openSite()
  const failing = db.transaction(async (tx) => {
    await insertListing(tx, { ...listing, search_text: 'misc/never' })
    throw new Error('no')
  })
  const [failed, id] = await Promise.allSettled([failing, add()])
  expect(failed.status).toBe('rejected')
  expect(await found('lamp')).toEqual([id.status === 'fulfilled' && id.value])
  expect(await found('never')).toEqual([])
})
