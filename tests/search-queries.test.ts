import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { demoListings } from '#demo/listings.ts'
import { listForgivingly } from '#server/listings/search/forgiving-list.ts'
import { fillDemo } from '#server/startup/fill-demo.ts'
import { stayOnBuiltInCampus } from './support/campus.ts'
import { engines, openTestDatabase } from './support/databases.ts'

stayOnBuiltInCampus()

interface Query {
  q: string
  /** The path of a category, or "all". */
  in: string
  /** The titles of listings that must be among the results. */
  finds: string[]
  /** The titles of listings that must be among the results or the close matches. */
  close?: string[]
  /** The titles of listings that must not be among the results. */
  not: string[]
}

/** What students type, and what they must find, written by somebody who had not seen the search. */
const queries = readFileSync(join(import.meta.dirname, 'support/search-queries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Query => JSON.parse(line))

/** The queries that do not find what they should. Take one out of this list when it does. */
const knownMisses = [
  '10 min walk to campus',
  'available december',
  '8 month lease',
  'house with cats',
]

const now = new Date('2026-11-18T12:00:00-05:00')

describe.each(engines)('the search of the sample listings on %s', (engine) => {
  it('finds what students mean', { timeout: 60_000 }, async () => {
    const db = await openTestDatabase(engine)
    const listings = demoListings(now).map((listing) => ({ ...listing, photos: [] }))
    const photos = { save: () => expect.unreachable() }
    await fillDemo({ db, photos, log: () => {} }, listings, now)
    // The time limit of close matches must not decide what is found.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const search = async (q: string, path: string) => {
      const found = new Set<string>()
      const close = new Set<string>()
      for (const category of publicCategories) {
        if (path !== 'all' && path !== category.path) continue
        const query = listQuery[category.id].parse({ q })
        const { page } = await listForgivingly(db, category, query, now.getTime())
        for (const { title } of page.results) found.add(title)
        for (const { listing } of page.close ?? []) close.add(listing.title)
      }
      return { found, close }
    }
    for (const q of ['UW', 'uwaterloo', 'wlu', 'near University of Waterloo']) {
      expect((await search(q, 'rentals')).found.size, q).toBeGreaterThan(2)
    }
    const wrong = new Map<string, object>()
    for (const { q, in: path, finds, close: near = [], not } of queries) {
      const { found, close } = await search(q, path)
      const missing = [
        ...finds.filter((title) => !found.has(title)),
        ...near.filter((title) => !found.has(title) && !close.has(title)),
      ]
      const unwanted = not.filter((title) => found.has(title))
      if (missing.length > 0 || unwanted.length > 0) wrong.set(q, { path, missing, unwanted })
    }
    const unexpected = [...wrong].filter(([q]) => !knownMisses.includes(q))
    expect(unexpected).toEqual([])
    expect([...wrong.keys()]).toEqual(knownMisses)
  })
})
