import { queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import type { Home as WireHome } from '#contract/home.ts'
import type { Listing } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import { trimForCard } from '../listings/cards/trim-for-cards.ts'
import { readListing } from '../listings/listing-queries.ts'
import type { Api } from '../queries/api.ts'

type Cards = 'matches' | 'price_drops' | 'fresh'

export type Home = Omit<WireHome, Cards> & Record<Cards, Listing[]>

const trim = (items: WireHome[Cards]): WireHome[Cards] =>
  items.map(({ category, listing }) => ({ category, listing: trimForCard(listing) }))

const readItems = (items: WireHome[Cards]): Listing[] =>
  items.map(({ category, listing }) => readListing(category, listing))

const readHome = (home: WireHome): Home => ({
  ...home,
  matches: readItems(home.matches),
  price_drops: readItems(home.price_drops),
  fresh: readItems(home.fresh),
})

/**
 * What is new for the student. It is never part of a page that others get. The key has the student: another may log in
 * while the page is open.
 */
export const homeQuery = (api: Api, student: Pick<SessionUser, 'id'> | null) =>
  queryOptions({
    queryKey: ['home', student?.id],
    enabled: student !== null,
    queryFn: async ({ signal }): Promise<WireHome> => {
      const home = await api.get<WireHome>(apiPaths.home, signal)
      const { matches, price_drops, fresh } = home
      return {
        ...home,
        matches: trim(matches),
        price_drops: trim(price_drops),
        fresh: trim(fresh),
      }
    },
    select: readHome,
  })
