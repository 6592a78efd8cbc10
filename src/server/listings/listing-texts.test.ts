import { describe, expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { listQuery } from '#contract/list-query.ts'
import { addSeller } from '#tests/support/add-seller.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { postings } from '#tests/support/market.ts'
import { createListing } from './create-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { listListings } from './list-listings.ts'
import { createListingTexts } from './listing-texts.ts'
import { updateListing } from './update-listing.ts'

const { misc, rental } = categoryById

describe.each(engines)('listings in JSON on %s', (engine) => {
  async function open({ bytes = 1_000_000 } = {}) {
    const db = await openTestDatabase(engine)
    const seller = await addSeller(db)
    const add = async (title: string) => {
      const input = { ...postings.misc, title } as unknown as ListingInput<'misc'>
      return (await createListing(db, misc, seller, input, 0)).id
    }
    const texts = createListingTexts({ bytes, shown: (listing) => listing })
    const all = vi.spyOn(db, 'all')
    const titles = async (
      ids: number[],
      count: number,
      category: typeof misc | typeof rental = misc,
    ) =>
      (await texts.listings(db, category, ids, count)).map((text) => JSON.parse(text ?? '').title)
    return { db, add, texts, titles, questions: () => all.mock.calls.length }
  }

  it('are written out once, in the order asked for', async () => {
    const { add, titles, questions } = await open()
    const [lamp, desk] = [await add('Lamp'), await add('Desk')]
    expect(await titles([desk], 1)).toEqual(['Desk'])
    expect(await titles([desk, lamp], 1)).toEqual(['Desk', 'Lamp'])
    const before = questions()
    expect(await titles([lamp, desk], 1)).toEqual(['Lamp', 'Desk'])
    expect(questions()).toBe(before)
  })

  it('are written out again when the counter has moved', async () => {
    const { db, add, titles } = await open()
    const lamp = await add('Lamp')
    await titles([lamp], 1)
    await updateListing(db, misc, lamp, { ...postings.misc, title: 'Old lamp' }, 0)
    expect(await titles([lamp], 2)).toEqual(['Old lamp'])
    await deleteListing(db, misc, lamp)
    expect(await titles([lamp], 3)).toEqual([])
  })

  it('stay in their category', async () => {
    const { add, titles } = await open()
    const lamp = await add('Lamp')
    expect(await titles([lamp], 1)).toEqual(['Lamp'])
    expect(await titles([lamp], 1, rental)).toEqual([])
  })

  it('make the same pages as the database, from memory or not', async () => {
    const { db, add, texts } = await open()
    for (const title of ['Oak desk', 'Oak lamp', 'Pine desk']) await add(title)
    for (const given of [{}, { q: 'oak' }, { q: 'desk', limit: 1 }, { q: 'oak', order: 'price' }]) {
      const query = listQuery.misc.parse(given)
      const expected = await listListings(db, misc, query)
      for (let again = 0; again < 3; again += 1) {
        expect(JSON.parse(await texts.page(db, misc, query, 1))).toEqual(expected)
      }
    }
  })

  it('take no more memory than they may', async () => {
    const { add, texts, titles } = await open({ bytes: 2_000 })
    for (let n = 0; n < 8; n += 1) expect(await titles([await add(`Lamp ${n}`)], 1)).toHaveLength(1)
    expect(texts.bytes()).toBeGreaterThan(500)
    expect(texts.bytes()).toBeLessThanOrEqual(2_000)
  })
})
