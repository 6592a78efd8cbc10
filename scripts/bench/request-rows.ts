import { categories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { rollDice } from '../dice.ts'
import { postings } from '../seed-content.ts'
import type { Content } from './content.ts'
import type { Ask, Workload } from './load.ts'
import { distinctSearches } from './searches.ts'
import type { Server } from './servers.ts'
import type { Bar } from './verdict.ts'

export type Row = Workload & { bar?: Bar }

const shown = 'rental'
const asBrowser = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The reading rows of the table; the server must hold the content. */
export function readingRows(server: Server, content: Content): Row[] {
  const newest = content.listings.filter(({ category }) => category === shown).slice(0, 24)
  const search = distinctSearches(content)
  const { pick } = rollDice(3, 0)
  const anyListing = () => pick(content.listings)
  const page = (path: string): Ask => ({ path, headers: asBrowser })
  return [
    {
      name: 'newest 24 of a category, JSON',
      bar: { ratio: 0.6 },
      server,
      asks: [{ path: apiPaths.list(shown) }],
    },
    {
      name: 'the same, as a browser asks: compressed',
      bar: { ratio: 0.6 },
      server,
      asks: [{ path: apiPaths.list(shown), headers: asBrowser }],
    },
    {
      name: 'browse page, HTML',
      bar: { ratio: 0.6 },
      server,
      asks: [page(pagePaths.browse(shown))],
    },
    { name: 'landing page, HTML', bar: { ratio: 0.6 }, server, asks: [page(pagePaths.home)] },
    {
      name: 'detail page of the 24 newest, HTML',
      bar: { ratio: 0.6 },
      server,
      asks: newest.map(({ id }) => page(pagePaths.listing(shown, id))),
    },
    {
      name: 'detail page of any listing, HTML',
      server,
      asks: {
        mostPerSecond: 60_000,
        next: () => {
          const { category, id } = anyListing()
          return page(pagePaths.listing(category, id))
        },
      },
    },
    {
      name: 'keyword search, JSON',
      bar: { ratio: 0.15 },
      server,
      asks: { mostPerSecond: 20_000, next: () => ({ path: search() }) },
    },
    {
      name: 'keyword search, JSON, compressed',
      server,
      asks: { mostPerSecond: 20_000, next: () => ({ path: search(), headers: asBrowser }) },
    },
    {
      name: 'listing by id, JSON',
      bar: { ratio: 0.6 },
      server,
      asks: {
        mostPerSecond: 60_000,
        next: () => {
          const { category, id } = anyListing()
          return { path: apiPaths.listing(category, id) }
        },
      },
    },
  ]
}

/** Of a server that is written to. */
export function writingRows(server: Server, content: Content, createBar?: Bar): Row[] {
  const post = distinctPostings(content)
  const search = distinctSearches(content)
  let asked = 0
  return [
    {
      name: 'keyword search, every 50th request posts',
      server,
      asks: {
        mostPerSecond: 10_000,
        next: () => (asked++ % 50 === 0 ? post() : { path: search() }),
      },
    },
    {
      name: 'create a listing',
      ...(createBar && { bar: createBar }),
      server,
      asks: { mostPerSecond: 5_000, next: post },
    },
  ]
}

/** Many students post at once, each time something else, of every category in turn. */
function distinctPostings({ cookies }: Content): () => Ask {
  let roll = 0
  return function next(): Ask {
    const dice = rollDice(11, roll++)
    const category = dice.pick(categories).id
    return {
      method: 'POST',
      path: apiPaths.list(category),
      headers: { 'content-type': 'application/json', cookie: dice.pick(cookies) },
      body: JSON.stringify({
        ...postings[category](dice),
        photos: ['https://photos.example/1.jpg'],
      }),
    }
  }
}
