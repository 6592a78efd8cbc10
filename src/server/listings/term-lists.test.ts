import { describe, expect, it, vi } from 'vitest'
import { addSeller } from '#tests/support/add-seller.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import type { ListRequest } from './list-request.ts'
import { deleteListingRow, insertListing } from './listing-queries.ts'
import { createTermLists } from './term-lists.ts'

const begins = (...terms: string[]) =>
  terms.map((term) => ({ terms: [`misc/${term}`], begins: true }))

/** A shop whose search texts are given, and what each search cost in questions to the database. */
async function openShop({ bytes = 1_000_000 } = {}) {
  const db = await openTestDatabase('sqlite')
  const { id: seller_id } = await addSeller(db)
  const common = { title: '', price_cents: 0, description: '', details: '{}', posted_at: 0 }
  const add = (...texts: string[]) =>
    db.transaction(async (tx) => {
      const ids: number[] = []
      for (const text of texts) {
        const search_text = text.replaceAll(/\b(?=\w)/g, 'misc/')
        ids.push(await insertListing(tx, { ...common, category: 'misc', search_text, seller_id }))
      }
      return ids
    })
  const lists = createTermLists({ bytes })
  const get = vi.spyOn(db, 'get')
  async function search(wanted: ListRequest['wanted'], more: Partial<ListRequest> = {}, count = 1) {
    get.mockClear()
    const request: ListRequest = { category: 'misc', wanted, order: 'new', limit: 25, ...more }
    const found = await lists.search(db, request, count)
    return {
      ids: found?.page.map(({ id }) => id),
      count: found?.count,
      asked: get.mock.calls.length,
    }
  }
  return { db, add, lists, search }
}

const many = (text: string, times: number) => Array.from({ length: times }, () => text)

describe('the lists of terms', () => {
  it('are read once, and answer every search of their terms', async () => {
    const { add, search } = await openShop()
    const [a, b, c] = await add('oak desk', 'oak lamp', 'desk lamp oak')
    expect(await search(begins('oak'))).toEqual({ ids: [c, b, a], count: 3, asked: 1 })
    expect(await search(begins('des'))).toEqual({ ids: [c, a], count: 2, asked: 1 })
    expect(await search(begins('oak', 'des'))).toEqual({ ids: [c, a], count: 2, asked: 0 })
    expect(await search(begins('des', 'oak'))).toMatchObject({ ids: [c, a], asked: 0 })
    expect(await search(begins('oak', 'des', 'lamp'))).toMatchObject({ ids: [c], asked: 1 })
    expect(await search(begins('oak', 'sofa'))).toMatchObject({ ids: [], count: 0, asked: 1 })
  })

  it('tell a beginning from a whole term, and one term from either of two', async () => {
    const { add, search } = await openShop()
    const [a, b] = await add('oaken', 'elm')
    const exactly = (...terms: string[]) => [
      { terms: terms.map((term) => `misc/${term}`), begins: false },
    ]
    expect(await search(begins('oak'))).toMatchObject({ ids: [a] })
    expect(await search(exactly('oak'))).toMatchObject({ ids: [] })
    expect(await search(exactly('oaken', 'elm'))).toMatchObject({ ids: [b, a] })
    expect(await search(exactly('elm'))).toMatchObject({ ids: [b] })
  })

  it('are read again when the counter has moved', async () => {
    const { db, add, search } = await openShop()
    const [a = 0, b = 0] = await add('oak', 'oak')
    await search(begins('oak'))
    await db.transaction(async (tx) => void (await deleteListingRow(tx, 'misc', a)))
    expect(await search(begins('oak'))).toMatchObject({ ids: [b, a], asked: 0 })
    expect(await search(begins('oak'), {}, 2)).toMatchObject({ ids: [b], asked: 1 })
    expect(await search(begins('oak'), {}, 2)).toMatchObject({ ids: [b], asked: 0 })
  })

  it('go on after the page before, and count from the beginning', async () => {
    const { add, search } = await openShop()
    const [a, b = 0, c, d] = await add(...many('oak elm', 4))
    const after = { id: c ?? 0, priceCents: 0 }
    for (const wanted of [begins('oak'), begins('oak', 'elm')]) {
      expect(await search(wanted, { limit: 2 })).toMatchObject({ ids: [d, c], count: 4 })
      expect(await search(wanted, { limit: 2, after })).toMatchObject({ ids: [b, a], count: 4 })
      const end = { id: a ?? 0, priceCents: 0 }
      expect(await search(wanted, { after: end })).toMatchObject({ ids: [], count: 4 })
    }
  })

  it('count to one past a thousand, whether the page is the first or a later one', async () => {
    const { add, search } = await openShop()
    const ids = (await add(...many('oak elm', 1_200))).toReversed()
    const after = { id: ids[1_099] ?? 0, priceCents: 0 }
    for (const wanted of [begins('oak'), begins('elm'), begins('oak', 'elm')]) {
      await search(wanted)
      expect(await search(wanted)).toMatchObject({ ids: ids.slice(0, 25), count: 1_001 })
      const deep = { ids: ids.slice(1_100, 1_125), count: 1_001, asked: 0 }
      expect(await search(wanted, { after })).toEqual(deep)
    }
  })

  it('of many listings are read only when they are asked for again', async () => {
    const { add, search } = await openShop()
    const ids = await add(...many('oak', 101))
    const unknown = { ids: undefined, count: undefined }
    expect(await search(begins('oak'))).toEqual({ ...unknown, asked: 1 })
    const newest = ids.toReversed().slice(0, 25)
    expect(await search(begins('oak'))).toEqual({ ids: newest, count: 101, asked: 1 })
    expect(await search(begins('oak'))).toMatchObject({ count: 101, asked: 0 })
    expect(await search(begins('oak'), {}, 2)).toEqual({ ...unknown, asked: 1 })
  })

  it('leave prices and their orders to the database', async () => {
    const { add, search } = await openShop()
    await add('oak')
    const unknown = { ids: undefined, count: undefined, asked: 0 }
    expect(await search(begins('oak'), { order: 'price' })).toEqual(unknown)
    expect(await search(begins('oak'), { prices: { min: 0, max: 1 } })).toEqual(unknown)
  })

  it('take no more memory than they may', async () => {
    const { add, lists, search } = await openShop({ bytes: 4_000 })
    await add('oak')
    for (let n = 0; n < 50; n += 1) await search(begins(`oak${n}`))
    expect(lists.bytes()).toBeLessThanOrEqual(4_000)
    expect(await search(begins('oak'))).toMatchObject({ count: 1 })
  })
})
