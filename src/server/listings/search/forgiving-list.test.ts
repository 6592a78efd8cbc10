import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { buildTestAppWithUsers, type JsonBody } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines } from '#tests/support/databases.ts'
import { completeInputs, listingInputs } from '#tests/support/listing-inputs.ts'
import { putBack } from '../../moderation/take-down.ts'
import { listForgivingly } from './forgiving-list.ts'
import { deleteUnusedWords } from './search-words.ts'

stayOnBuiltInCampus()

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
type Found = any

describe.each(engines)('a search that forgives, on %s', (engine) => {
  async function build() {
    const site = await buildTestAppWithUsers(engine)
    const { ada, visitor } = site
    const book = (book_title: string, more: object = {}) =>
      ada.post('/api/textbooks', { ...listingInputs.textbook, book_title, ...more })
    const item = (title: string, more: object = {}) =>
      ada.post('/api/misc', { ...listingInputs.misc, title, description: 'x', ...more })
    const list = async (path: string, q: string, more = ''): Promise<Found> =>
      (await visitor.get(`/api/${path}?q=${encodeURIComponent(q)}${more}`)).body
    const titles = (body: JsonBody) =>
      body.results.map(({ title, book_title }: JsonBody) => title ?? book_title)
    return { ...site, book, item, list, titles }
  }

  it('ignores endings, and knows words that mean the same', async () => {
    const { item, list, titles } = await build()
    await item('Standing desk')
    await item('City bike')
    expect(titles(await list('misc', 'desks'))).toEqual(['Standing desk'])
    expect(titles(await list('misc', 'bicycles'))).toEqual(['City bike'])
    expect((await list('misc', 'desks', '&exact=1')).total).toBe(0)
  })

  it('finds the word as typed and the words that mean the same', async () => {
    const { book, item, list, titles } = await build()
    await item('IKEA bedframe')
    await item('Frame of a bed')
    await item('Frame')
    await item('AC adapter')
    await book('ECE notes, term 1B')
    expect(titles(await list('misc', 'bedframe'))).toEqual(['Frame of a bed', 'IKEA bedframe'])
    expect(titles(await list('misc', 'ac adapter'))).toEqual(['AC adapter'])
    expect(titles(await list('textbooks', 'ECE 1B'))).toEqual(['ECE notes, term 1B'])
  })

  it('corrects a word that no listing has, and leaves a way back', async () => {
    const { book, item, list, titles } = await build()
    await book('Calculus Early Transcendentals')
    await item('Desk')
    const found = await list('textbooks', 'calclus')
    expect(titles(found)).toEqual(['Calculus Early Transcendentals'])
    expect(found.understood).toMatchObject({
      q: 'calculus',
      corrected: [{ typed: 'calclus', word: 'calculus' }],
    })
    expect((await list('textbooks', 'calclus', '&exact=1')).total).toBe(0)
    expect((await list('misc', 'dsek')).understood.corrected).toEqual([
      { typed: 'dsek', word: 'desk' },
    ])
    // Another category has the word, so it is no typing error.
    expect((await list('misc', 'calculus')).total).toBe(0)
  })

  it('never corrects codes, numbers, short words and streets', async () => {
    const { book, list } = await build()
    await book('Linear Algebra', { course_codes: ['MATH 136'], isbn: '978-0-306-40615-7' })
    for (const q of ['MAHT 136', 'mth', '9780306406158', '12 algebre st', 'algebre st']) {
      expect([q, (await list('textbooks', q)).total]).toEqual([q, 0])
    }
    expect((await list('textbooks', 'algebre')).total).toBe(1)
  })

  it('corrects the name of a street, but no address', async () => {
    const { ada, list } = await build()
    await ada.post('/api/rentals', { ...listingInputs.rental, address: '12 Hickory St, Waterloo' })
    expect((await list('rentals', 'hikory st')).total).toBe(1)
    expect((await list('rentals', '12 hikory st')).total).toBe(0)
  })

  it('corrects to a word that means the same as those of listings', async () => {
    const { item, list, titles } = await build()
    await item('City bike')
    expect(titles(await list('misc', 'bycicle'))).toEqual(['City bike'])
    expect(titles(await list('misc', 'bicycle zzyzxw'))).toEqual(['City bike'])
  })

  it('drops words that only another category has, and short ones', async () => {
    const { book, item, list, titles } = await build()
    await book('Early Calculus')
    await item('Cheap desk')
    const found = await list('textbooks', 'cheap early calculus xl')
    expect(titles(found)).toEqual(['Early Calculus'])
    expect(found.understood.dropped).toEqual(['cheap', 'xl'])
    vi.spyOn(performance, 'now').mockReturnValue(0)
    // Most words are missing, so the book is only a close match.
    const few = await list('textbooks', 'cheap calculus xl')
    expect([few.total, few.close[0].reason]).toEqual([0, 'Without “cheap” and “xl”'])
    expect((await list('textbooks', 'calculus MATH 999')).total).toBe(0)
  })

  it('drops words that no listing has, if others are left', async () => {
    const { item, list, titles } = await build()
    await item('Desk')
    const found = await list('misc', 'desk zzyzxw')
    expect(titles(found)).toEqual(['Desk'])
    expect(found.understood.dropped).toEqual(['zzyzxw'])
    expect((await list('misc', 'zzyzxw')).total).toBe(0)
    expect((await list('misc', 'zzyzxw under 900')).total).toBe(0)
  })

  it('finds words that do not begin with their stem, and plurals of abbreviations', async () => {
    const { item, list, titles } = await build()
    await item('Gaming chair')
    await item('TV stand')
    await item('Old TVs')
    expect(titles(await list('misc', 'game'))).toEqual(['Gaming chair'])
    expect(titles(await list('misc', 'games'))).toEqual(['Gaming chair'])
    expect(titles(await list('misc', 'tvs'))).toEqual(['Old TVs', 'TV stand'])
  })

  it('corrects to the words of listings that come back', async () => {
    const { ada, db, item, list } = await build()
    const { body } = await item('Harpsichord')
    const { id: other } = (await item('Accordion')).body
    const mark = (id: number, status: string) => ada.post(`/api/misc/${id}/status`, { status })
    const deleteWords = () => deleteUnusedWords(db, new AbortController().signal)
    const find = async () => [
      (await list('misc', 'harpsicord')).total,
      (await list('misc', 'acordion')).total,
    ]
    await mark(body.id, 'sold')
    await db.run(sql`UPDATE listings SET status = 'expired' WHERE id = ${other}`)
    await deleteWords()
    expect(await db.all(sql`SELECT word FROM search_words WHERE word LIKE 'har%'`)).toEqual([])
    await mark(body.id, 'available')
    await ada.post(`/api/misc/${other}/renew`, {})
    expect(await find()).toEqual([1, 1])
    // Moderators hide both listings, and put them back.
    await db.run(sql`UPDATE listings SET status = 'hidden', status_before = 'available'`)
    await deleteWords()
    await db.transaction(async (tx) => {
      for (const id of [body.id, other]) await putBack(tx, { category: 'misc', id }, Date.now())
    })
    expect(await find()).toEqual([1, 1])
  })

  it('corrects only to words of live listings', async () => {
    const { ada, db, item, list } = await build()
    const { body } = await item('Harpsichord')
    expect((await list('misc', 'harpsicord')).total).toBe(1)
    await ada.delete(`/api/misc/${body.id}`)
    const { understood, total } = await list('misc', 'harpsicord')
    expect([total, understood]).toEqual([0, undefined])
    await deleteUnusedWords(db, new AbortController().signal)
    const rows = await db.all(sql`SELECT 1 AS one FROM search_words WHERE word = 'harpsichord'`)
    expect(rows).toEqual([])
  })

  it('turns words into filters, and filters of the URL count more', async () => {
    const { item, list, titles } = await build()
    await item('Cheap desk', { price: 20 })
    await item('Dear desk', { price: 80 })
    const found = await list('misc', 'desk under 50')
    expect(titles(found)).toEqual(['Cheap desk'])
    expect(found.understood.parts).toEqual([{ text: 'under 50', filters: { max_price: '50' } }])
    expect(titles(await list('misc', 'desk under 50', '&max_price=90'))).toHaveLength(2)
    expect(titles(await list('misc', 'extras'))).toHaveLength(2)
  })

  it('ignores days in the words if the URL has days', async () => {
    const { list } = await build()
    const { understood } = await list('rentals', 'jan to apr under 900', '&to=2027-08-31')
    expect(understood.parts).toEqual([{ text: 'under 900', filters: { max_price: '900' } }])
  })

  it('searches for the words as typed where they are no filter', async () => {
    const { item, list, titles } = await build()
    await item('Nike Air Max 90', { price: 120 })
    const found = await list('misc', 'nike air max 90')
    expect([titles(found), found.understood]).toEqual([['Nike Air Max 90'], undefined])
  })

  it('does not list everything in a term for a word that no listing has', async () => {
    const { ada, list } = await build()
    await ada.post('/api/rentals', completeInputs.rental)
    expect((await list('rentals', '1 bed')).understood.parts).toHaveLength(1)
    expect((await list('rentals', 'near campus')).total).toBe(1)
    expect((await list('rentals', 'tires near campus')).total).toBe(0)
  })

  it('adds close matches to few results, each with its reason', async () => {
    const { ada, list } = await build()
    const rental = { ...completeInputs.rental, is_sublet: true, title: 'Loft' }
    await ada.post('/api/rentals', { ...rental, cost: 500 })
    await ada.post('/api/rentals', { ...rental, title: 'Dearer loft', cost: 540 })
    await ada.post('/api/rentals', { ...rental, title: 'Leased loft', cost: 400, is_sublet: false })
    // A slow machine must not reach the time limit of close matches.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const found = await list('rentals', 'loft sublet under 500')
    expect(found.results.map(({ title }: JsonBody) => title)).toEqual(['Loft'])
    expect(found.close.map(({ reason, listing }: Found) => [reason, listing.title])).toEqual([
      ['A little over $500', 'Dearer loft'],
      ['A lease', 'Leased loft'],
    ])
  })

  it('makes the nearest searches for close matches, however long the machine takes', async () => {
    const { ada, db } = await build()
    const rental = { ...completeInputs.rental, is_sublet: true }
    await ada.post('/api/rentals', { ...rental, title: 'Dearer', cost: 540 })
    await ada.post('/api/rentals', { ...rental, title: 'Lease', cost: 400, is_sublet: false })
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1_000))
    const query = listQuery.rental.parse({ q: 'sublet winter under 500' })
    const { page } = await listForgivingly(db, categoryById.rental, query, Date.now())
    expect(page.close?.map(({ listing }) => listing.title)).toEqual(['Dearer', 'Lease'])
  })

  it('adds sublets that may last all term to a list that has room for them', async () => {
    const { ada, db, visitor } = await build()
    const rental = { ...completeInputs.rental, is_sublet: true, date_available: '2026-12-19' }
    const post = async (title: string, more: object) => {
      const { status } = await ada.post('/api/rentals', { ...rental, ...more, title })
      expect(status).toBe(201)
    }
    for (const title of ['A', 'B', 'C']) await post(title, { available_to: '2027-04-30' })
    await post('Short', { available_to: '2027-01-31' })
    await post('Open', { available_to: null })
    await post('Late', { available_to: null, date_available: '2027-02-01' })
    const read = async (query: string) => {
      const { total, close = [] }: Found = (await visitor.get(`/api/rentals?${query}`)).body
      return [total, ...close.map(({ reason, listing }: Found) => [reason, listing.title])]
    }
    const open = ['Starts in time, end date not given', 'Open']
    expect(await read('term=2027-winter')).toEqual([3, open])
    expect(await read('q=winter+2027')).toEqual([3, open])
    expect(await read('q=winter+2027&exact=1')).toEqual([3])
    expect(await read('term=2027-winter&limit=5')).toEqual([3])
    expect(await read('type=sublet')).toEqual([6])
    // Beside a term, words that nothing has are no dead end.
    const without = ['A', 'B', 'C'].toReversed().map((title) => ['Without “zzyzxw”', title])
    expect(await read('q=zzyzxw+winter+2027')).toEqual([0, ...without])
    expect(await read('q=zzyzxw+in+winter')).toEqual([0, ...without])
    expect(await read('q=winter+zzyzxw'), 'like "winter tires"').toEqual([0])
    expect(await read('q=somewhere+to+sleep+zzyzxw+winter+2027')).toEqual([3, open])
    const tooCheap = await read('q=somewhere+to+sleep+winter+2027+under+1')
    expect(tooCheap).toEqual([0, ...['A', 'B', 'C'].map((title) => ['Over $1', title])])
    /** Jobs use the database too, so only the statements of this list are counted. */
    const countStatements = async (query: object) => {
      let count = 0
      const counted = new Proxy(db, {
        get(target, name: keyof typeof db) {
          if (name === 'all' || name === 'get') count++
          return target[name]
        },
      })
      const parsed = listQuery.rental.parse(query)
      await listForgivingly(counted, categoryById.rental, parsed, Date.now())
      return count
    }
    const usual = await countStatements({ type: 'sublet' })
    // A full page, and a row of a few listings, cost as much as a list without a term.
    expect(await countStatements({ term: '2027-winter', limit: '5' })).toBe(usual)
    expect(await countStatements({ term: '2027-winter' })).toBeGreaterThan(usual)
  })

  it('leaves out one more word where dropped words are not enough', async () => {
    const { item, list } = await build()
    await item('Soft sofa')
    await item('Green lamp')
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const { total, close } = await list('misc', 'green sofa zzyzxw')
    expect([total, ...close.map(({ reason, listing }: Found) => [reason, listing.title])]).toEqual([
      0,
      ['Without “zzyzxw” and “green”', 'Soft sofa'],
      ['Without “zzyzxw” and “sofa”', 'Green lamp'],
    ])
  })

  it('reads the bare name of a place as near it if no listing has the word', async () => {
    const { ada, list } = await build()
    const near = { minutes: { laurier: { walk: 5 } }, address: '1 King St, Kitchener' }
    const rental = { ...completeInputs.rental, ...near }
    for (const title of ['A', 'B']) await ada.post('/api/rentals', { ...rental, title })
    const found = await list('rentals', 'laurier')
    expect(found.total).toBe(2)
    expect(found.understood).toMatchObject({
      q: '',
      parts: [{ text: 'laurier', filters: { near: 'laurier-15' } }],
    })
    expect((await list('rentals', 'laurier', '&near=waterloo-5')).understood).toBeUndefined()
    expect((await list('rentals', 'laurier', '&exact=1')).total).toBe(0)
  })

  it('finds the name of a place in the words of listings first, then those near it', async () => {
    const { ada, list } = await build()
    const { minutes: _, ...rental } = completeInputs.rental
    const walk = { minutes: { laurier: { walk: 5 } } }
    const post = (title: string, more: object = {}) =>
      ada.post('/api/rentals', { ...rental, title, address: '1 King St, Kitchener', ...more })
    await post('Near it', walk)
    await post('Loft on Laurier Ave')
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const few = await list('rentals', 'laurier')
    const titles = (body: JsonBody) => body.results.map(({ title }: JsonBody) => title)
    expect([titles(few), few.understood]).toEqual([['Loft on Laurier Ave'], undefined])
    expect(few.close.map(({ reason, listing }: Found) => [reason, listing.title])).toEqual([
      ['Under 15 min walk to Laurier', 'Near it'],
    ])
    await post('Room in Laurier Village')
    await post('Flat', { address: '2 Laurier St, Kitchener' })
    const enough = await list('rentals', 'laurier')
    expect(enough.total).toBe(3)
    expect(titles(enough)).not.toContain('Near it')
    expect(enough.close).toBeUndefined()
  })

  it('says which words listings may have instead', async () => {
    const { item, list } = await build()
    await item('City bike')
    await item('Twin mattress and frame')
    expect((await list('misc', 'bicycle')).also_words).toEqual(['bike'])
    expect((await list('misc', 'bycicl')).also_words).toEqual(['bike'])
    expect((await list('misc', 'bed')).also_words).toEqual(['mattress', 'futon'])
    expect((await list('misc', 'bedframe')).total).toBe(1)
    expect('also_words' in (await list('misc', 'frame'))).toBe(false)
  })

  it('shows the cheapest above a price that nothing is below, if nothing else is close', async () => {
    const { item, list } = await build()
    await item('Oak desk', { price: 90 })
    await item('Pine desk', { price: 60 })
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const read = async (q: string) =>
      (await list('misc', q)).close?.map(({ reason, listing }: Found) => [reason, listing.title])
    expect(await read('desk under 20')).toEqual([
      ['Over $20', 'Pine desk'],
      ['Over $20', 'Oak desk'],
    ])
    expect(await read('desk under 55')).toEqual([['A little over $55', 'Pine desk']])
    expect(await read('desk under 60')).toBeUndefined()
  })

  it('suggests what the corrected word would, or one that means the same', async () => {
    const { item, visitor } = await build()
    await item('City bike')
    const suggest = async (q: string) =>
      (await visitor.get(`/api/suggestions?q=${q}`)).body.results.map(
        ({ label }: JsonBody) => label,
      )
    expect(await suggest('bycicl')).toContain('City bike')
    expect(await suggest('bicycle')).toContain('City bike')
    expect(await suggest('byc')).toEqual([])
    expect(await suggest('bycicl zzz')).toEqual([])
  })

  it('suggests what the correction of any category would', async () => {
    const { ada, item, visitor } = await build()
    const description = 'A steal, so close to campus.'
    await ada.post('/api/rentals', { ...listingInputs.rental, description })
    await item('Bar stool')
    const { body } = await visitor.get('/api/suggestions?q=stoal')
    expect(body.results.map(({ label }: JsonBody) => label)).toContain('Bar stool')
  })

  it('suggests categories, filters, courses, books, streets and titles', async () => {
    const { ada, book, visitor } = await build()
    const isbn = '978-0-306-40615-7'
    await book('Mathematical Proofs', { course_codes: ['MATH 135'], isbn })
    await ada.post('/api/rentals', { ...listingInputs.rental, address: '12 Marshall St, Waterloo' })
    const suggest = async (q: string) =>
      (await visitor.get(`/api/suggestions?q=${q}`)).body.results.map(
        ({ kind, label }: JsonBody) => `${kind} ${label}`,
      )
    expect(await suggest('ma')).toEqual([
      'filter Math',
      'course MATH 135',
      'book Mathematical Proofs',
      'street Marshall St',
    ])
    expect(await suggest('text')).toContain('category Textbooks')
    expect(await suggest('subl')).toEqual(['filter Sublet'])
    expect(await suggest('bik')).toContain('filter Bikes')
    expect(await suggest('wint')).toContainEqual(expect.stringMatching(/^filter Winter \d{4}$/))
    await ada.post('/api/misc', { ...listingInputs.misc, title: 'Purple city scooter' })
    expect(await suggest('city purp')).toEqual(['listing Purple city scooter'])
    expect(await suggest('city zzz')).toEqual([])
    expect(await suggest('zzz')).toEqual([])
    expect(await suggest('--')).toEqual([])
    expect((await visitor.get('/api/suggestions?q=m')).status).toBe(400)
    expect((await visitor.get('/api/suggestions?q=a%00b')).status).toBe(400)
  })
})
