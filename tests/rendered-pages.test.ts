import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { categories, publicCategories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { subletTexts } from '#regions/sublets.ts'
import { render } from '#web/entry-server.tsx'
import { buildTestApp } from './support/build-test-app.ts'
import { changeCampus } from './support/campus.ts'
import { ada, bob, createLoggedInClient } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'

/** Builds the app with its real pages. */
async function buildAppWithPages(settings: Record<string, string> = {}) {
  const { app } = await buildTestApp('sqlite', settings, {
    loadWeb: async () => ({ render, assetTags: () => '' }),
  })
  return app
}

const notFound: Record<string, string> = {
  rental: 'House not found.',
  textbook: 'Textbook not found',
  misc: 'Item not found.',
}

describe('the page of a listing that is not there', () => {
  it('is 404, says so, and is not for search engines', async () => {
    const app = await buildAppWithPages()
    for (const { id, path } of publicCategories) {
      for (const listing of ['999999', 'abc', '%F0%9F%8F%A0']) {
        const { statusCode, payload } = await app.inject(`/${path}/${listing}`)
        expect.soft(statusCode, listing).toBe(404)
        expect.soft(payload).toMatch(new RegExp(`<h1[^>]*>${notFound[id]}</h1>`))
        expect.soft(payload).toContain('It may have been deleted, or the link may be incomplete.')
        expect.soft(payload).toContain('<meta name="robots" content="noindex">')
      }
    }
  })

  it('marks its list in the header, and no other page', async () => {
    const app = await buildAppWithPages()
    const { payload } = await app.inject('/rentals/0')
    const header = payload.slice(payload.indexOf('<header'), payload.indexOf('</header>'))
    const marked = Array.from(header.matchAll(/<a [^>]*aria-current="(\w+)"[^>]*>/g), ([link]) => [
      /href="([^"]*)"/.exec(link)?.[1],
      /aria-current="(\w+)"/.exec(link)?.[1],
    ])
    expect(new Set(marked.map(String))).toEqual(new Set(['/rentals,true']))
  })
})

describe('the page that compares rentals', () => {
  const openSite = async (settings?: Record<string, string>) => {
    const app = await buildAppWithPages(settings)
    const { cookieJar, post } = await createLoggedInClient(app)
    const create = async (title: string): Promise<number> => {
      const input = { ...listingInputs.rental, title, anyway: true }
      const { body } = await post(apiPaths.list('rental'), input)
      return (body as { id: number }).id
    }
    const ids = [await create('Sunny room'), await create('Quiet room')]
    return { app, cookieJar, ids }
  }

  it('is a table with a head for each listing and a label for each row, and not for search engines', async () => {
    const { app, ids } = await openSite()
    changeCampus({ terms: builtInCampus.terms })
    const { statusCode, payload } = await app.inject(
      pagePaths.compare('rental', [...ids, 999], '2027-winter'),
    )
    expect(statusCode).toBe(200)
    expect(payload).toContain('<meta name="robots" content="noindex">')
    const table = payload.slice(payload.indexOf('<table'), payload.indexOf('</table>'))
    expect(table.match(/<th scope="col"/g)).toHaveLength(2)
    expect(table).toContain('<th scope="row" class="compare-label">Per person per month</th>')
    expect(table).toContain('Covers Winter 2027')
    expect(table).toContain('Log in to ask')
    expect(payload).toContain('1 listing in this comparison can')
    // Each listing can be taken out, and the term stays.
    expect(table).toContain(`href="/rentals/compare?ids=${ids[1]}&amp;term=2027-winter"`)
  })

  it('says what a link asks for that the page does not show', async () => {
    const { app, ids } = await openSite()
    const open = async (query: string) => {
      const { payload } = await app.inject(`/rentals/compare?ids=${query}`)
      return payload.replaceAll('&#x27;', "'")
    }
    const tooMany = 'You can compare up to 4 rentals. Here are the first 4 from this link.'
    const unreadable = "We couldn't read all of the link, so a listing may be missing."
    const five = await open([...ids, 997, 998, 999].join())
    expect(five).toContain(tooMany)
    expect(five).toContain("2 listings in this comparison can't be shown any more.")
    const twice = await open([...ids, ...ids, ids[0]].join())
    expect(twice).not.toContain(tooMany)
    expect(twice).not.toContain('in this comparison can')
    expect(twice.match(/<th scope="col"/g)).toHaveLength(2)
    expect(twice).not.toContain(unreadable)
    expect(await open(`${ids.join()},x`)).toContain(unreadable)
    expect(await open('x')).toContain("We couldn't read this link.")
  })

  it('shows nobody more than they may see', async () => {
    const { app, cookieJar, ids } = await openSite({ LISTING_ACCESS: 'members' })
    const url = pagePaths.compare('rental', ids)
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(302)
    expect(headers.location).toBe(pagePaths.login(url))
    const { payload } = await app.inject({ url, headers: cookieJar })
    expect(payload).toContain('Quiet room')
    expect(payload).toContain('Ask the seller')
    // All students share the page, so no seller's address is on it.
    expect(payload).not.toContain(ada.email)
  })

  it('is 404 where nothing can be compared', async () => {
    const app = await buildAppWithPages()
    for (const url of ['/rentals/compare', '/rentals/compare?ids=7,8', '/misc/compare?ids=1']) {
      expect.soft((await app.inject(url)).statusCode, url).toBe(404)
    }
  })
})

describe('what a sublet needs', () => {
  const subletInput = {
    ...listingInputs.rental,
    is_sublet: true,
    available_to: '2027-04-30',
    anyway: true,
  }
  const checkTexts = (version = subletTexts['CA-ON'].version) =>
    changeCampus({
      region: 'CA-ON',
      legalChecks: [{ region: 'CA-ON', version, by: 'Jo Lawyer', on: '2026-11-18' }],
    })

  async function openSite() {
    const app = await buildAppWithPages({ CAMPUS_FILE: '' })
    const owner = await createLoggedInClient(app)
    const other = await createLoggedInClient(app, bob)
    const create = async (input: object) =>
      ((await owner.post(apiPaths.list('rental'), input)).body as { id: number }).id
    const open = (url: string, reader?: typeof owner) =>
      app.inject({ url, ...(reader && { headers: reader.cookieJar }) })
    const read = async (url: string, reader?: typeof owner) => (await open(url, reader)).payload
    return { owner, other, create, open, read }
  }

  it('stays off until this version of the texts was checked', async () => {
    const { owner, create, open, read } = await openSite()
    const id = await create(subletInput)
    const letter = pagePaths.letter('rental', id)
    const expectOff = async () => {
      expect(await read(pagePaths.listing('rental', id), owner)).not.toContain('a sublet needs')
      expect((await open(letter, owner)).statusCode).toBe(404)
    }
    await expectOff()
    checkTexts(subletTexts['CA-ON'].version - 1)
    await expectOff()
    checkTexts()
    expect(await read(pagePaths.listing('rental', id), owner)).toContain('What a sublet needs')
    expect((await open(letter, owner)).statusCode).toBe(200)
  })

  it('is a closed section on the page of a sublet, with sources, and on no lease', async () => {
    checkTexts()
    const { owner, create, read } = await openSite()
    const page = pagePaths.listing('rental', await create(subletInput))
    const forVisitors = await read(page)
    const section = /<details class="panel[^"]*">.*?<\/details>/s.exec(forVisitors)?.[0] ?? ''
    expect(section.match(/type="checkbox"/g)).toHaveLength(subletTexts['CA-ON'].items.length)
    expect(section).toContain('href="https://www.ontario.ca/laws/statute/06r17"')
    expect(section).toContain('It was checked on Nov 18, 2026.')
    expect(forVisitors).not.toContain('Jo Lawyer')
    expect(forVisitors).not.toContain('/letter"')
    expect(await read(page, owner)).toContain(`href="${page}/letter"`)
    const lease = await create({ ...listingInputs.rental, title: 'Lease', anyway: true })
    expect(await read(pagePaths.listing('rental', lease))).not.toContain('a sublet needs')
  })

  it('is behind a link in a conversation about a sublet', async () => {
    checkTexts()
    const { other, create, read } = await openSite()
    const id = await create(subletInput)
    const path = apiPaths.listingMessages('rental', id)
    const { body } = await other.post(path, { body: 'Is it free?' })
    const html = await read(pagePaths.thread((body as { thread_id: number }).thread_id), other)
    expect(html).toContain(`href="${pagePaths.listing('rental', id)}#sublet-needs"`)
  })

  it('has a letter for the owner only, which is neither stored nor indexed', async () => {
    checkTexts()
    const { owner, other, create, open } = await openSite()
    const id = await create({ ...subletInput, address: '99 <b> St' })
    const url = pagePaths.letter('rental', id)
    const { statusCode, headers, payload } = await open(url, owner)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(payload).toContain('<meta name="robots" content="noindex">')
    const letter = /<div dir="auto" class="panel letter[^"]*">(.*?)<\/div>/s.exec(payload)?.[1]
    expect(letter).toContain('Place: 99 &lt;b&gt; St\nFrom: Jan 1, 2027\nUntil: Apr 30, 2027\n')
    expect(letter).toContain('Dear ____________________,')
    expect(letter).toContain(`${ada.firstName} ${ada.lastName}`)
    expect(payload).toContain('href="data:text/plain;charset=utf-8,')

    const refused = await open(url, other)
    expect(refused.statusCode).toBe(404)
    expect(refused.payload).not.toContain('99 ')
    expect(refused.payload).not.toContain(ada.email)
    expect(await open(url)).toMatchObject({
      statusCode: 302,
      headers: { location: pagePaths.login(url) },
    })
    const lease = await create({ ...listingInputs.rental, title: 'Lease', anyway: true })
    for (const none of [pagePaths.letter('rental', lease), pagePaths.letter('rental', 999)]) {
      expect.soft((await open(none, owner)).statusCode, none).toBe(404)
    }
  })

  it('leaves the last day of the letter blank if the listing does not say it', async () => {
    checkTexts()
    const { owner, create, read } = await openSite()
    const id = await create({ ...subletInput, available_to: undefined })
    const html = await read(pagePaths.letter('rental', id), owner)
    expect(html).toContain('Until: ____________________')
    expect(html).toContain('Your listing has no end date.')
  })
})

describe('the form of a listing', () => {
  it('is 404 for one that is not there', async () => {
    const app = await buildAppWithPages()
    const { cookieJar } = await createLoggedInClient(app)
    for (const { path } of categories) {
      const { statusCode } = await app.inject({
        url: `/${path}/create?id=999999`,
        headers: cookieJar,
      })
      expect.soft(statusCode, path).toBe(404)
    }
  })

  it('leads visitors to the login, and back', async () => {
    const app = await buildAppWithPages()
    expect(await app.inject('/misc/create?id=3')).toMatchObject({
      statusCode: 302,
      headers: { location: '/login?next=%2Fmisc%2Fcreate%3Fid%3D3' },
    })
  })
})

it('LISTING_ACCESS=members leads visitors from a listing to the login, and back', async () => {
  const app = await buildAppWithPages({ LISTING_ACCESS: 'members' })
  const { post } = await createLoggedInClient(app)
  const { body } = await post('/api/misc', listingInputs.misc)
  const { id } = body as { id: number }
  expect(await app.inject(pagePaths.listing('misc', id))).toMatchObject({
    statusCode: 302,
    headers: { location: `/login?next=%2Fmisc%2F${id}` },
  })
})

it('LISTING_ACCESS=open lets visitors ask for the address, which is not in the page', async () => {
  const app = await buildAppWithPages({ LISTING_ACCESS: 'open' })
  const { post } = await createLoggedInClient(app)
  const { body } = await post('/api/misc', listingInputs.misc)
  const { id } = body as { id: number }
  const { payload } = await app.inject(pagePaths.listing('misc', id))
  expect(payload).not.toContain(ada.email)
  expect(payload).toMatch(/"seller":\{[^}]*"email":null/)
  expect(payload).toContain('Email Seller')
  expect(payload).not.toContain('Sign up to message')
  expect((await app.inject(apiPaths.contact('misc', id))).json()).toMatchObject({
    email: ada.email,
  })
})
