import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { addSeller } from '#tests/support/add-seller.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { listListings } from './list-listings.ts'
import { deleteListingRow, insertListing, updateListingColumns } from './listing-queries.ts'

const lamp = {
  title: 'Lamp',
  price_cents: 500,
  description: '',
  details: '{}',
  search_text: 'misc/lamp',
}

async function openShop() {
  const db = await openTestDatabase('sqlite')
  const { id: seller_id } = await addSeller(db)
  const listing = { ...lamp, category: 'misc', seller_id, posted_at: 0 } as const
  const add = () => db.transaction((tx) => insertListing(tx, listing))
  const found = async (q: string, order = 'new') => {
    const query = listQuery.misc.parse({ q, order })
    return (await listListings(db, categoryById.misc, query)).results.map(({ id }) => id)
  }
  return { db, listing, add, found }
}

it('finds all of the listings that share a commit', async () => {
  const { add, found } = await openShop()
  const ids = await Promise.all([add(), add(), add()])
  expect(await found('lamp')).toEqual(ids.toReversed())
  expect(await found('lamp', 'price')).toEqual(ids)
})

it('finds each once, by what it says at the end, when a commit adds, changes and deletes it', async () => {
  const { db, listing, found } = await openShop()
  const kept = await db.transaction(async (tx) => {
    const id = await insertListing(tx, listing)
    const changed = { ...lamp, search_text: 'misc/desk', price_cents: 900, updated_at: 1 }
    await updateListingColumns(tx, id, changed)
    await deleteListingRow(tx, 'misc', await insertListing(tx, listing))
    return id
  })
  expect(await found('desk')).toEqual([kept])
  expect(await found('desk', 'price')).toEqual([kept])
  expect(await found('lamp')).toEqual([])
})

it('leaves nothing of a transaction that fails beside one that does not', async () => {
  const { db, listing, add, found } = await openShop()
  const failing = db.transaction(async (tx) => {
    await insertListing(tx, { ...listing, search_text: 'misc/never' })
    throw new Error('no')
  })
  const [failed, id] = await Promise.allSettled([failing, add()])
  expect(failed.status).toBe('rejected')
  expect(await found('lamp')).toEqual([id.status === 'fulfilled' && id.value])
  expect(await found('never')).toEqual([])
})
