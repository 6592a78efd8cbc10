import { describe, expect, it } from 'vitest'
import type { Copies } from '#contract/copies.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { render } from '../entry-server.tsx'

stayOnBuiltInCampus()

const isbn = '9781285741550'
const book = {
  ...completeInputs.textbook,
  course_code: 'MATH 137',
  isbn_hyphenated: '978-1-285-74155-0',
  id: 1,
  status: 'available',
  renewed_at: null,
  was_price: null,
  updated_at: '2026-10-02T15:00:00.000Z',
  ends_at: '2027-02-01T15:00:00.000Z',
  photo_info: [],
  seller: { id: 1, name: 'Ada Lovelace' },
  date_posted: '2026-10-02T15:00:00.000Z',
} as Copies['results'][number]

const copies: Copies = {
  isbn,
  isbn_hyphenated: '978-1-285-74155-0',
  known: {
    book_title: 'Calculus <8>',
    author: 'James Stewart',
    edition: '8th',
    course_codes: ['MATH 137'],
    faculty: 'Math',
    year: 1,
  },
  total: 3,
  offered: 3,
  lowest_price: 25,
  median_price: 40,
  results: [book, { ...book, id: 2 }, { ...book, id: 3 }],
}

async function renderPage(path: string, responses: Record<string, () => Response>) {
  const result = await render({
    url: path,
    audience: 'visitors',
    user: null,
    fetch: async (url) => responses[url]?.() ?? Response.json({ error: url }, { status: 500 }),
    now: Date.parse('2026-11-10T15:00:00Z'),
  })
  if ('redirect' in result) throw new Error(`redirected to ${result.redirect}`)
  const text = result.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return { ...result, text }
}

const renderCopies = (response: () => Response, value = isbn) =>
  renderPage(pagePaths.copies('textbook', value), {
    [apiPaths.copies('textbook', value)]: response,
  })

describe('the page of all copies', () => {
  it('has the book, what its copies cost, and a card of each', async () => {
    const { status, text, body, head } = await renderCopies(() => Response.json(copies))
    expect(status).toBe(200)
    expect(body).toMatch(/<h1[^>]*>Calculus &lt;8&gt;<\/h1>/)
    expect(text).toContain('James Stewart · 8th edition ')
    expect(text).toContain('ISBN 978-1-285-74155-0')
    expect(text).toContain('3 copies from $25, typical price $40')
    for (const id of [1, 2, 3]) expect(body).toContain(`href="/textbooks/${id}"`)
    expect(text).not.toContain('cheapest')
    expect(head).toMatchObject({
      title: expect.stringContaining('Calculus <8> · '),
      canonical: '/textbooks/isbn/9781285741550',
    })
  })

  it('moves every other spelling to its one address for good', async () => {
    for (const spelling of ['1-285-74155-2', '978-1-285-74155-0', '978 1285741550']) {
      const result = await render({
        url: pagePaths.copies('textbook', spelling),
        audience: 'visitors',
        user: null,
        fetch: async () => Response.json(copies),
        now: 0,
      })
      expect(result).toEqual({ redirect: '/textbooks/isbn/9781285741550', status: 301 })
    }
  })

  it('says so if not all are shown', async () => {
    const { text } = await renderCopies(() => Response.json({ ...copies, total: 101 }))
    expect(text).toContain('The cheapest 3 are shown.')
  })

  it('says what to do next when nothing is listed, and search engines do not list the page', async () => {
    const none = { ...copies, known: null, total: 0, offered: 0, results: [] }
    const { status, text, body, head } = await renderCopies(() => Response.json(none))
    expect(status).toBe(200)
    expect(body).toMatch(/<h1[^>]*>ISBN 978-1-285-74155-0<\/h1>/)
    expect(text).toContain('No copies right now')
    expect(body).toContain('href="/textbooks/create?isbn=978-1-285-74155-0"')
    expect(head.canonical).toBeUndefined()
  })

  it('does not exist for a value that is not an ISBN', async () => {
    const { status, text } = await renderCopies(() => Response.json({}, { status: 404 }), '123')
    expect(status).toBe(404)
    expect(text).toContain('Textbook not found')
  })

  it('says that it could not be loaded', async () => {
    const { status, text } = await renderCopies(() => Response.json({}, { status: 503 }))
    expect(status).toBe(503)
    expect(text).toContain('Textbook not found')
  })
})

describe('the page of one copy', () => {
  const renderBook = (listing: object, total: number) =>
    renderPage(pagePaths.listing('textbook', 1), {
      [apiPaths.listing('textbook', 1)]: () => Response.json({ ...book, ...listing }),
      [apiPaths.copies('textbook', isbn, 'limit=0')]: () =>
        Response.json({ ...copies, total, results: [] }),
      [apiPaths.similar('textbook', 1)]: () => Response.json({ results: [] }),
    })
  const link = 'href="/textbooks/isbn/9781285741550"'

  it('leads to all of them, if there are others', async () => {
    const { body, text } = await renderBook({}, 3)
    expect(body).toContain(link)
    expect(text).toContain('All copies of this book (3)')
    expect((await renderBook({}, 1)).body).not.toContain(link)
    expect((await renderBook({ isbn: null, isbn_hyphenated: null }, 3)).body).not.toContain(link)
  })

  it('that is sold leads to the one that is left', async () => {
    expect((await renderBook({ status: 'sold' }, 1)).body).toContain(link)
    expect((await renderBook({ status: 'sold' }, 0)).body).not.toContain(link)
  })

  it('shows its ISBN with hyphens', async () => {
    expect((await renderBook({}, 1)).text).toContain('ISBN 978-1-285-74155-0')
  })
})
