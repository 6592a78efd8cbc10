import type { PricedSale } from './sale-ranges.ts'

export interface Sale extends PricedSale {
  listingId: number
  sellerId: number
  soldAt: number
  /** The groups in which it counts, the most alike first. */
  groups: readonly string[]
  /** The handful in which it was counted before. It can never be in another one. */
  handful?: { id: number; size: number }
}

/**
 * Five to nine sales of different sellers, which are counted together or not at all. Every figure is of whole handfuls. So
 * two figures of any groups and hours differ by at least five sales or by none, and nobody can put figures together so that
 * fewer are left.
 */
export interface Handful {
  /** The lowest id of its listings. A listing is in one handful only, so the id is unique. */
  id: number
  /** Oldest first. */
  sales: readonly Sale[]
  /** The groups that all of its sales are in. It counts in these. */
  groups: readonly string[]
}

/** The fewest sales in a handful, all by different sellers. A seller among them still doesn't know four of the prices. */
export const minHandful = 5

/** The fewest sales behind a figure. */
export const minSales = 10

/** Only this many sales of each seller count in a group at a time, so that no few accounts can fill it. */
export const maxSalesOfSeller = 2

/** Older handfuls of a group do not count once its newer ones have this many sales. */
export const maxSales = 200

interface Group {
  /** The last place that the group has among the groups of a sale. It is 0 if its sales are in none that is more alike. */
  level: number
  /** In the order of their newest sales. */
  handfuls: Handful[]
  /** The sales in no handful, oldest first. */
  free: Sale[]
  /** How many sales of each seller count. It is computed when it is needed. */
  seats?: Map<number, number> | undefined
}

export interface Count {
  /** The sales behind the figure of each group that has one. */
  figures: Map<string, readonly Sale[]>
  /** The new handfuls. They must be stored before anybody sees the figures. */
  added: Handful[]
}

/** How many sales are looked at before other requests may run, and how many groups. */
const [salesPerTurn, groupsPerTurn] = [500, 20]

/**
 * Puts new sales into handfuls and returns the sales behind all figures. `sales` has all sales that count today, oldest
 * first. It yields wherever other requests may run.
 */
export function* countHandfuls(sales: readonly Sale[]): Generator<undefined, Count> {
  const groups = yield* readGroups(sales)
  const added = yield* formHandfuls(groups)
  const figures = new Map<string, readonly Sale[]>()
  let looked = 0
  for (const [id, group] of groups) {
    if (looked++ % salesPerTurn === 0) yield
    const shown = shownSales(group)
    if (shown.length < minSales) continue
    figures.set(id, shown)
    if (figures.size % groupsPerTurn === 0) yield
  }
  return { figures, added }
}

const countSales = (handfuls: readonly Handful[]): number =>
  handfuls.reduce((count, { sales }) => count + sales.length, 0)

/** Returns the handfuls behind the figure of the group, newest first. */
function shownHandfuls({ handfuls }: Group): Handful[] {
  const shown: Handful[] = []
  let count = 0
  for (let index = handfuls.length - 1; count < maxSales; index -= 1) {
    const handful = handfuls[index]
    if (!handful) break
    shown.push(handful)
    count += handful.sales.length
  }
  return shown
}

const shownSales = (group: Group): Sale[] => shownHandfuls(group).flatMap(({ sales }) => sales)

const byTime = (a: Sale, b: Sale): number => a.soldAt - b.soldAt || a.listingId - b.listingId

function toHandful(members: readonly Sale[]): Handful {
  const sales = members.toSorted(byTime)
  const groups = sales[0]?.groups ?? []
  return {
    id: Math.min(...sales.map(({ listingId }) => listingId)),
    sales,
    groups: groups.filter((id) => sales.every((sale) => sale.groups.includes(id))),
  }
}

/** Adds a handful to its groups, in the order of the newest sales, so that the next count finds the same order. */
function addHandful(groups: ReadonlyMap<string, Group>, handful: Handful) {
  const isNewer = (other: Handful | undefined) => {
    const [a, b] = [other?.sales.at(-1), handful.sales.at(-1)]
    return a !== undefined && b !== undefined && byTime(a, b) > 0
  }
  for (const id of handful.groups) {
    const group = groups.get(id)
    if (!group) continue
    let place = group.handfuls.length
    while (isNewer(group.handfuls[place - 1])) place -= 1
    group.handfuls.splice(place, 0, handful)
    group.seats = undefined
  }
}

/** A handful that lacks a sale does not count. */
function* readGroups(sales: readonly Sale[]): Generator<undefined, Map<string, Group>> {
  const groups = new Map<string, Group>()
  const members = new Map<number, Sale[]>()
  for (const [index, sale] of sales.entries()) {
    if (index % salesPerTurn === 0) yield
    for (const [level, id] of sale.groups.entries()) {
      const group = groups.getOrInsertComputed(id, () => ({ level, handfuls: [], free: [] }))
      group.level = Math.max(group.level, level)
      if (!sale.handful) group.free.push(sale)
    }
    if (!sale.handful) continue
    const { id, size } = sale.handful
    const together = members.getOrInsertComputed(id, () => [])
    together.push(sale)
    if (together.length === size) addHandful(groups, toHandful(together))
  }
  return groups
}

/** Forms handfuls until no more can be formed: a new figure may make others possible. */
function* formHandfuls(groups: ReadonlyMap<string, Group>): Generator<undefined, Handful[]> {
  const levels: string[][] = []
  let looked = 0
  for (const [id, { level, free }] of groups) {
    if (looked++ % salesPerTurn === 0) yield
    if (free.length < minHandful) continue
    while (levels.length <= level) levels.push([])
    levels[level]?.push(id)
  }
  const added: Handful[] = []
  const used = new Set<Sale>()
  for (let formed = -1; formed < added.length; ) {
    formed = added.length
    // The sales that are most alike come first.
    for (const [index, id] of levels.flat().entries()) {
      if (index % groupsPerTurn === 0) yield
      const found = yield* findFreeSales(groups, id, used)
      if (found.length === 0) continue
      // Dealing two hundred sales takes milliseconds.
      yield
      for (const handful of keepShown(groups, deal(found).map(toHandful))) {
        addHandful(groups, handful)
        for (const sale of handful.sales) used.add(sale)
        added.push(handful)
      }
    }
  }
  return added
}

/** Finds sales that may be in a new handful of the group, newest first. */
function* findFreeSales(
  groups: ReadonlyMap<string, Group>,
  id: string,
  used: ReadonlySet<Sale>,
): Generator<undefined, Sale[]> {
  const found: Sale[] = []
  const group = groups.get(id)
  if (!group) return found
  const shown = shownHandfuls(group)
  const count = countSales(shown)
  // A full group would not show sales that are older than all of its shown handfuls.
  const since = count < maxSales ? 0 : (shown.at(-1)?.sales.at(-1)?.soldAt ?? 0)
  const foundOf = new Map<number, number>()
  const hasSeat = ({ sellerId, groups: all }: Sale) => {
    const more = foundOf.get(sellerId) ?? 0
    return all.every((each) => seatsOf(groups, each, sellerId) + more < maxSalesOfSeller)
  }
  for (let index = group.free.length - 1; index >= 0 && found.length < maxSales; index -= 1) {
    if ((index + 1) % salesPerTurn === 0) yield
    const sale = group.free[index]
    if (!sale || sale.soldAt < since) break
    // A group that has a figure leaves sales to the groups in which they are more alike.
    const isLeft = count >= minSales && sale.groups[0] !== id
    if (used.has(sale) || isLeft || !hasSeat(sale)) continue
    foundOf.set(sale.sellerId, (foundOf.get(sale.sellerId) ?? 0) + 1)
    found.push(sale)
  }
  return found
}

/** Returns how many sales of the seller count in the group. */
function seatsOf(groups: ReadonlyMap<string, Group>, id: string, sellerId: number): number {
  const group = groups.get(id)
  if (!group) return 0
  if (!group.seats) {
    group.seats = new Map()
    for (const sale of shownSales(group)) {
      group.seats.set(sale.sellerId, (group.seats.get(sale.sellerId) ?? 0) + 1)
    }
  }
  return group.seats.get(sellerId) ?? 0
}

/** Deals sales into as many handfuls as possible. A seller has at most two of the sales, and one in each handful. */
function deal(sales: readonly Sale[]): Sale[][] {
  const ofSellers = [...Map.groupBy(sales, ({ sellerId }) => sellerId).values()]
  const count = Math.floor(sales.length / minHandful)
  if (count < maxSalesOfSeller) {
    const one = ofSellers.flatMap((each) => each.slice(0, 1))
    return one.length < minHandful ? [] : [one]
  }
  const handfuls = Array.from({ length: count }, (): Sale[] => [])
  const pairs = ofSellers.filter(({ length }) => length > 1).flat()
  for (const [index, sale] of pairs.entries()) handfuls[index % count]?.push(sale)
  // All others fill one handful after the other, so that most handfuls have sales that are in the same groups.
  const others = ofSellers.filter(({ length }) => length === 1).flat()
  const sorted = others.map((sale) => ({ sale, name: sale.groups.join('\n') }))
  sorted.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || byTime(a.sale, b.sale))
  const rest = sorted.map(({ sale }) => sale)
  for (const [index, handful] of handfuls.entries()) {
    const size = Math.floor(sales.length / count) + Number(index < sales.length % count)
    handful.push(...rest.splice(0, size - handful.length))
  }
  return handfuls
}

/** Keeps the handfuls that are behind a figure. The sales of all others stay free for a handful of sales more alike. */
function keepShown(groups: ReadonlyMap<string, Group>, handfuls: readonly Handful[]): Handful[] {
  const isShown = (id: string) => {
    const group = groups.get(id)
    const more = handfuls.filter((handful) => handful.groups.includes(id))
    return group !== undefined && countSales([...shownHandfuls(group), ...more]) >= minSales
  }
  return handfuls.filter((handful) => handful.groups.some(isShown))
}
