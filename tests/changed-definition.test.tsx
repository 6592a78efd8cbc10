import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { readDetails } from '#categories/stored-listing.ts'
import { fromInput, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { insertListing } from '#server/listings/listing-queries.ts'
import { toListingColumns } from '#server/listings/posting/create-listing.ts'
import { reindexIfStale, reindexListings } from '#server/listings/search/reindex-listings.ts'
import { bumpCategoryVersion } from '#server/versions/category-versions.ts'
import { App } from '../src/web/app.tsx'
import { contactParts } from '../src/web/contact/contact-parts.tsx'
import { ListingCard } from '../src/web/listings/cards/listing-card.tsx'
import { ListingView } from '../src/web/listings/detail/listing-view.tsx'
import { listingValues, validateForm } from '../src/web/listings/form/form-values.ts'
import { createApi } from '../src/web/queries/api.ts'
import { createQueryClient } from '../src/web/session/query-client.ts'
import { buildTestAppWithUsers, type JsonBody } from './support/build-test-app-with-users.ts'
import { at } from './support/campus-email.ts'
import { anyEngine, type Engine } from './support/databases.ts'
import { listingInputs } from './support/listing-inputs.ts'

type TextbookModule = typeof import('../src/categories/textbook/definition.ts')

/** The changed definition has a new required field, lacks an option and has a new filter for an existing field. */
vi.mock('../src/categories/textbook/definition.ts', async (original) => {
  const { textbook } = await original<TextbookModule>()
  const { condition } = textbook.fields
  const fields = {
    ...textbook.fields,
    language: {
      kind: 'choice',
      label: 'Language',
      required: true,
      options: ['English', 'French'],
      detailLabel: 'Language',
    },
    condition: { ...condition, options: condition.options.filter((option) => option !== 'Worn') },
  }
  const edition = { kind: 'search', label: 'Edition', field: 'edition', placeholder: '' }
  return { textbook: { ...textbook, fields, filters: { ...textbook.filters, edition } } }
})

const oldBook: Record<string, unknown> = {
  ...listingInputs.textbook,
  condition: 'Worn',
  edition: '8th',
  course_code: 'math136',
  description: null,
}

/** Opens a site with a listing of Ada's that was stored before the definition changed. */
async function openSite(engine: Engine) {
  const site = await buildTestAppWithUsers(engine, {}, { runsClocks: true })
  const { db, clock } = site
  // The job of this start ends before there is anything to index.
  const readState = () => db.get(sql`SELECT value FROM site_state WHERE name = 'search-text'`)
  await expect.poll(readState).toBeDefined()
  const columns = toListingColumns(fromInput('textbook', oldBook as ListingInput))
  // The new filter of the definition has no terms yet.
  const terms = columns.search_text
    .split(' ')
    .filter((term) => !term.startsWith('textbook:edition'))
  const seller = await db.get<{ id: number }>(sql`SELECT id FROM users WHERE email = ${at('ada')}`)
  const sellerId = seller?.id ?? 0
  const id = await db.transaction((tx) =>
    insertListing(tx, {
      ...columns,
      search_text: terms.join(' '),
      category: 'textbook',
      seller_id: sellerId,
      posted_at: clock.now,
      ends_at: clock.now + 1e9,
    }),
  )
  await db.run(sql`UPDATE site_state SET value = 'older' WHERE name = 'search-text'`)
  return { ...site, id, sellerId }
}

const asRead = {
  book_title: 'Calculus',
  condition: 'Worn',
  language: null,
  // These fields are from before listings had several course codes, and before they had types.
  course_code: 'MATH 136',
  course_codes: ['MATH 136'],
  listing_type: 'Selling',
}

describe.each(anyEngine)('a listing stored before its definition changed, on %s', (engine) => {
  it('is read everywhere, with what is still known of it', async () => {
    const { ada, visitor, id, sellerId } = await openSite(engine)
    const url = `/api/textbooks/${id}`
    expect(await ada.get(url)).toMatchObject({ status: 200, body: asRead })
    expect(await visitor.get(url)).toMatchObject({ status: 200, body: asRead })
    expect((await visitor.get('/api/textbooks')).body.results).toMatchObject([asRead])
    for (const reader of [ada, visitor]) {
      const listings = await reader.get(`/api/users/${sellerId}/textbooks`)
      expect(listings).toMatchObject({ status: 200, body: [asRead] })
    }
  })

  it('is read even if its details are what no version stored', async () => {
    const { app, ada, visitor, id, db } = await openSite(engine)
    const feed = pagePaths.feed('textbook')
    const unknown = { book_title: 'Calculus', author: null, year: null, new_price: null }
    for (const details of ['null', '5', '[1]', '{"year":1e999,"new_price":1e999}']) {
      await db.transaction(async (tx) => {
        await bumpCategoryVersion(tx, 'textbook')
        await tx.run(sql`UPDATE listings SET details = ${details}, search_text = 'old'`)
      })
      expect((await visitor.get(`/api/textbooks/${id}`)).body).toMatchObject(unknown)
      expect((await visitor.get('/api/textbooks')).body.results).toMatchObject([unknown])
      expect(await app.inject(feed)).toMatchObject({ statusCode: 200 })
      expect(await ada.get('/api/users/me/export')).toMatchObject({ status: 200 })
      expect(await reindexListings(db)).toBe(1)
    }
  })

  it('is asked for what is missing when it is saved', async () => {
    const { ada, id } = await openSite(engine)
    const url = `/api/textbooks/${id}`
    const refused = await ada.put(url, oldBook)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({
      language: 'Field required',
      condition: 'Choose one of: New, Like New, Used',
    })
    const complete = { ...oldBook, language: 'French', condition: 'Used' }
    expect(await ada.put(url, complete)).toMatchObject({
      status: 200,
      body: { language: 'French' },
    })
  })

  it('is found by a new filter once the start has rebuilt the search text', async () => {
    const { db, clock, visitor } = await openSite(engine)
    const find = async () => (await visitor.get('/api/textbooks?edition=8th')).body.total
    expect(await find()).toBe(0)
    await reindexIfStale(db, clock.now)
    await expect.poll(find).toBe(1)
  })
})

const api = createApi(async () => Response.json({}))

const render = (listing: Listing) =>
  renderToString(
    <App api={api} queryClient={createQueryClient()} audience="visitors" today="2026-11-15">
      <MemoryRouter>
        <ListingCard listing={listing} index={0} />
        <ListingView listing={listing} contact={contactParts} />
      </MemoryRouter>
    </App>,
  )

const listingWith = (category: AnyCategory, details: Record<string, unknown>) =>
  ({
    category: category.id,
    id: 1,
    title: 'Old but good',
    price: 5,
    description: null,
    details: readDetails(category, details),
    photos: [],
    status: 'available',
    postedAt: '2026-11-15T12:00:00.000Z',
    updatedAt: '2026-11-15T12:00:00.000Z',
    endsAt: '2026-12-15T12:00:00.000Z',
    renewedAt: null,
    previousPrice: null,
    seller: { id: 1, name: 'Ada Lovelace' },
  }) as unknown as Listing

/** Returns the fields of a category, each with a value of another type. */
const otherKinds = ({ fields }: AnyCategory) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, { odd: true }]))

describe.each(categories)('card, page and form of a $id', (category: AnyCategory) => {
  it.each([
    ['without a value in any field', {}],
    ['with values of another kind', otherKinds(category)],
  ])('%s', (_, details) => {
    const html = render(listingWith(category, details))
    expect(html).toContain('Old but good')
    expect(html).not.toMatch(/null|undefined|NaN|object Object|Available —/)
  })
})

it('an option that was removed is in the details, and has to be chosen again in the form', () => {
  const { textbook } = categoryById
  const listing = listingWith(textbook, oldBook as JsonBody)
  expect(render(listing)).toMatch(/<dt[^>]*>Condition<\/dt><dd[^>]*>Worn</)
  const { errors } = validateForm(textbook, listingValues(listing))
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(['condition', 'language']))
  expect(errors.condition).toMatchObject({ message: 'Field required' })
})
