import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type CategoryId, publicCategories } from '#categories/index.ts'
import type { ListPage, Understood } from '#contract/listings.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { ApiError, createApi } from '../../queries/api.ts'
import {
  closeMatchesOf,
  isSearchable,
  joinCorrections,
  likeliestGroup,
  type SearchGroup,
  searchQuery,
  sortGroups,
} from './search-query.ts'

const unavailable = () => Response.json({ error: 'Busy.' }, { status: 503 })

/** Returns what the query loads, and the requests it makes, for the given responses of the lists. */
async function search(q: string, respond: (path: string) => Response) {
  const calls: string[] = []
  const api = createApi(async (path) => {
    calls.push(path)
    return respond(path)
  })
  return { pages: await new QueryClient().fetchQuery(searchQuery(api, q)), calls }
}

describe('search query', () => {
  it('asks every category for a row of four results and one to spare', async () => {
    const { calls } = await search('2 bed & bath', () => Response.json({ total: 0, results: [] }))
    expect(calls).toEqual(
      publicCategories.map(({ path }) => `/api/${path}?q=2+bed+%26+bath&limit=5`),
    )
  })

  it('keeps the other categories when one fails', async () => {
    const page = { total: 0, results: [] }
    const { pages } = await search('lamp', (path) =>
      path.startsWith('/api/textbooks') ? unavailable() : Response.json(page),
    )
    expect(pages).toEqual([page, null, page])
  })

  it('fails when all do', async () => {
    await expect(search('lamp', unavailable)).rejects.toThrow(ApiError)
  })
})

describe('the groups of a search', () => {
  const api = createApi(async () => Response.json({}))
  /** Returns the order of the categories, given the titles among the results of each. */
  const orderOf = (
    q: string,
    titles: Partial<Record<CategoryId, string[]>>,
    understood: Partial<Record<CategoryId, Partial<Understood>>> = {},
    also_words: string[] = [],
  ) => {
    const pages = publicCategories.map(({ id, apiNames }) => {
      const results = (titles[id] ?? []).map((title) => sampleWire(id, { [apiNames.title]: title }))
      return { results, understood: understood[id], also_words } as unknown as ListPage
    })
    const groups = searchQuery(api, q).select?.(pages) ?? []
    return sortGroups(groups, q).map(({ category }) => category.id)
  }

  it('begin with those that have a word of it in a title', () => {
    const rental = ['Room near the motorbike shop']
    expect(orderOf('BIKE', { rental, misc: ['City bikes'] })).toEqual([
      'misc',
      'rental',
      'textbook',
    ])
    expect(orderOf('old cafe', { rental, textbook: ['Le Café de la gare'] })).toEqual([
      'textbook',
      'rental',
      'misc',
    ])
  })

  it('are in the same order for one and for several', () => {
    const titles = {
      rental: ['Room near the plaza'],
      misc: ['Solid wood desk', 'Folding boxes', 'A battery'],
    }
    for (const word of ['desk', 'desks', 'box', 'boxes', 'battery', 'batteries']) {
      expect(orderOf(word, titles)[0], word).toBe('misc')
    }
  })

  it('begin with those that have a word of the same meaning in a title', () => {
    expect(orderOf('couch', { rental: ['House'], misc: ['Soft sofa'] }, {}, ['sofa'])[0]).toBe(
      'misc',
    )
    expect(orderOf('bycicle', { rental: ['House'], misc: ['City bike'] }, {}, ['bike'])[0]).toBe(
      'misc',
    )
  })

  it('begin with a whole word of a title, before the beginning of one', () => {
    const rental = ['Two-bedroom apartment']
    expect(orderOf('bed', { rental, misc: ['Bed frame'] })[0]).toBe('misc')
    expect(orderOf('bed', { rental, misc: ['Twin mattress'] }, {}, ['mattress'])[0]).toBe('misc')
    expect(orderOf('bed', { rental, misc: ['Desk'] })[0]).toBe('rental')
  })

  it('begin with the one whose filters have all words', () => {
    const titles = { rental: ['Apartment'], misc: ['Bedroom lamp'] }
    expect(orderOf('2 bedroom', titles, { rental: { q: '' } })[0]).toBe('rental')
    expect(orderOf('2 bedroom', titles, { rental: { q: 'bedroom' } })[0]).toBe('misc')
  })

  it('leave out what matches only a part of the words, if another one matches all', () => {
    const page = (total: number, dropped: string[]) =>
      ({
        total,
        total_exact: true,
        results: [],
        understood: { q: '2', dropped },
      }) as unknown as ListPage
    const totals = (...pages: ListPage[]) =>
      searchQuery(api, '2 bedroom')
        .select?.(pages)
        .map((group) => group.page?.total)
    expect(totals(page(4, []), page(10, ['bedroom']), page(0, []))).toEqual([4, 0, 0])
    expect(totals(page(0, []), page(10, ['bedroom']), page(3, ['2']))).toEqual([0, 10, 3])
  })

  it('leave out what matches nearly, if the words mean another category', () => {
    type Read = [total: number, q: string, dropped?: string[]]
    /** Returns how many results and close matches are left, if each category has one close match. */
    const countsOf = (...reads: Read[]) => {
      const pages = reads.map(([total, q, dropped = []], index) => {
        const { id } = publicCategories[index] ?? expect.unreachable()
        const close = [{ reason: '', listing: sampleWire(id, {}) }]
        return { total, total_exact: true, results: [], close, understood: { q, dropped } }
      }) as unknown as ListPage[]
      const groups = searchQuery(api, 'somewhere to sleep in winter').select?.(pages) ?? []
      return groups.map(({ page }) => [page?.total, page?.close?.length])
    }
    const none = [0, 0]
    // A parka is nowhere to sleep, and neither is a book without "sleep".
    expect(countsOf([0, ''], [0, 'sleep winter'], [1, 'winter', ['sleep']])).toEqual([
      [0, 1],
      none,
      none,
    ])
    // A sleeping bag for the winter has all words.
    expect(countsOf([3, ''], [0, 'x'], [1, 'winter'])).toEqual([[3, 1], none, [1, 0]])
    // The words do not say which category is meant.
    expect(countsOf([0, 'tires'], [0, 'x'], [1, 'winter', ['tires']])).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
    ])
  })

  it('are in the usual order otherwise', () => {
    const usual = ['rental', 'textbook', 'misc']
    expect(orderOf('parking', { rental: ['Room'], misc: ['Bike'] })).toEqual(usual)
    expect(orderOf('r', { misc: ['Red bike'], rental: ['Room'], textbook: ['Russian'] })).toEqual(
      usual,
    )
  })
})

describe('what the groups say together', () => {
  const [rental, textbook] = publicCategories
  const group = (category: unknown, page: object) => ({ category, page }) as SearchGroup

  it('are most likely meant for the one with the most close matches, or else for things of every kind', () => {
    const likeliest = (...close: object[][]) =>
      likeliestGroup(
        publicCategories.map((category, index) => group(category, { close: close[index] })),
      )?.category.id
    expect(likeliest()).toBe('misc')
    expect(likeliest([], [{}], [])).toBe('textbook')
    expect(likeliest([{}, {}], [{}])).toBe('rental')
    expect(likeliestGroup([group(rental, {}), group(textbook, {})])?.category).toBe(rental)
  })

  it('shows close matches below few results, and not below enough', () => {
    const close = [{ reason: 'A lease' }]
    const groups = (total: number) => [
      group(rental, { total: 1, close }),
      group(textbook, { total }),
    ]
    expect(closeMatchesOf(groups(1))).toEqual(close)
    expect(closeMatchesOf(groups(2))).toEqual([])
  })

  it('shows no close matches of other things if a category has what was asked for', () => {
    const close = [{ reason: 'Without “tires”' }]
    const groups = (item: object) => [
      group(rental, { total: 0, close }),
      group(textbook, { total: 1, ...item }),
    ]
    expect(closeMatchesOf(groups({}))).toEqual([])
    expect(closeMatchesOf(groups({ understood: { dropped: ['tires'] } }))).toEqual(close)
  })

  it('names a dropped word only if every category dropped it', () => {
    const read = (dropped: string[], word: string) => ({
      total: 1,
      understood: { dropped, corrected: [{ typed: 'tabel', word }] },
    })
    const groups = [
      group(rental, read(['zzyz', 'textbooks'], 'table')),
      group(textbook, read(['zzyz'], 'label')),
    ]
    expect(joinCorrections(groups)).toEqual({
      corrected: [{ typed: 'tabel', word: 'table' }],
      dropped: ['zzyz'],
    })
    const all = [...groups, group(rental, { total: 0 })]
    expect(joinCorrections(all).dropped).toEqual(['zzyz'])
    expect(joinCorrections([...groups, group(rental, { total: 1 })]).dropped).toEqual([])
  })
})

it('a search needs a letter or a digit', () => {
  expect(['a', '7', '#4', '数'].filter(isSearchable)).toHaveLength(4)
  expect(['', '!?', '🛸', '…'].filter(isSearchable)).toEqual([])
})
