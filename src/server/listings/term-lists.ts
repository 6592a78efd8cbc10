import { createTwoPartCache } from '../answers/two-part-cache.ts'
import type { Db } from '../database/database.ts'
import type { ListRequest } from './list-request.ts'
import { type Found, mostCounted } from './listing-queries.ts'
import { idsOf } from './search-sqlite.ts'
import type { Wanted } from './search-text.ts'

interface TermList {
  count: number
  /** Newest first; undefined when there are more than were looked for. */
  ids: Uint32Array | undefined
  lookedFor: number
}

/** A rare term's list is read at once, a longer one when it is asked for again, and the longest never. */
const fewListings = 100
const mostListings = 16_000

/** What keeping a list takes beside its ids. */
const frameBytes = 250

/**
 * Which listings each term is found in, as far as searches have asked, each list good while the category's
 * counter stands where it stood. Where the lists of all its terms are known, a search needs no database.
 */
export function createTermLists({ bytes }: { bytes: number }) {
  const lists = createTwoPartCache<TermList>(bytes)

  async function listOf(db: Db, wanted: Wanted, count: number): Promise<Uint32Array | undefined> {
    const key = keyOf(wanted)
    const kept = lists.get(key)
    const known = kept?.count === count ? kept : undefined
    if (known?.ids || known?.lookedFor === mostListings) return known.ids
    const lookedFor = known ? mostListings : fewListings
    const found = await idsOf(db, wanted, lookedFor + 1)
    const ids = found.length <= lookedFor ? found : undefined
    const size = (ids?.byteLength ?? 0) + 2 * key.length + frameBytes
    lists.set(key, { count, ids, lookedFor }, size)
    return ids
  }

  return {
    /** Undefined where only the database can tell. */
    async search(db: Db, request: ListRequest, count: number): Promise<Found | undefined> {
      const { wanted, order, prices } = request
      if (db.dialect !== 'sqlite' || order !== 'new' || prices) return undefined
      const inAll: Uint32Array[] = []
      for (const one of wanted) {
        const ids = await listOf(db, one, count)
        if (!ids) return undefined
        inAll.push(ids)
      }
      return pageOfCommon(inAll, request)
    },

    bytes: () => lists.bytes(),
  }
}

const keyOf = ({ terms, begins }: Wanted) => `${terms.join(' ')}${begins ? '*' : ''}`

/** The page of the listings that are in every list. */
function pageOfCommon(lists: Uint32Array[], { after, limit }: ListRequest): Found {
  const [shortest = noListings, ...others] = lists.toSorted((a, b) => a.length - b.length)
  const last = others.pop()
  const inOthers = others.reduce((found, list) => inBoth(found, list), shortest)
  // Where the page begins with the first, nobody needs to know of more than are counted.
  const most = after ? Infinity : Math.max(mostCounted + 1, limit)
  const found = last ? inBoth(inOthers, last, most) : inOthers
  const first = after ? found.findIndex((id) => id < after.id) : 0
  const page = first < 0 ? noListings : found.subarray(first, first + limit)
  return {
    page: Array.from(page, (id) => ({ id, price_cents: 0 })),
    count: Math.min(found.length, mostCounted + 1),
  }
}

const noListings = new Uint32Array()

/** Both newest first, and so is what comes out. */
function inBoth(few: Uint32Array, many: Uint32Array, most = Infinity): Uint32Array {
  const both = new Uint32Array(few.length)
  let found = 0
  let place = 0
  for (let index = 0; index < few.length && found < most; index += 1) {
    const id = few[index] as number
    while (place < many.length && (many[place] as number) > id) place += 1
    if (many[place] === id) both[found++] = id
  }
  return both.subarray(0, found)
}
