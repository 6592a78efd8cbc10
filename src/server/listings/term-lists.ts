import { createSizedMap } from '../answers/sized-map.ts'
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
  const lists = createSizedMap<string, TermList>()

  async function listOf(db: Db, wanted: Wanted, count: number): Promise<Uint32Array | undefined> {
    const key = keyOf(wanted)
    const kept = lists.get(key)?.value
    const known = kept?.count === count ? kept : undefined
    if (known?.ids || known?.lookedFor === mostListings) return known.ids
    const lookedFor = known ? mostListings : fewListings
    const found = await idsOf(db, wanted, lookedFor + 1)
    const ids = found.length <= lookedFor ? found : undefined
    const size = (ids?.byteLength ?? 0) + 2 * key.length + frameBytes
    lists.add(key, { value: { count, ids, lookedFor }, bytes: size, uses: 0 })
    lists.shrinkTo(bytes)
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
  const [shortest = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length)
  const places = others.map(() => 0)
  const page: Found['page'] = []
  let count = 0

  /** Each list is gone through once: what is newer than this listing is of no more interest. */
  function isInOthers(id: number): boolean {
    return others.every((list, index) => {
      let place = places[index] ?? 0
      while ((list[place] ?? 0) > id) place += 1
      places[index] = place
      return list[place] === id
    })
  }

  for (const id of shortest) {
    if (!isInOthers(id)) continue
    count += 1
    if ((!after || id < after.id) && page.length < limit) page.push({ id, price_cents: 0 })
    if (count > mostCounted && page.length === limit) break
  }
  return { page, count: Math.min(count, mostCounted + 1) }
}
