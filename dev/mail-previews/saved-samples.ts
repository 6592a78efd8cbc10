import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import {
  buildSavedMail,
  type MailedFavourite,
  type MailedFits,
  type MailedResults,
  type SavedMailContents,
} from '#server/saved/mails/saved-mail.ts'
import { buildStillLookingMail } from '#server/saved/mails/still-looking-mail.ts'
import type { MailVariants, SampleContext } from './sample-context.ts'

const results = (
  category: CategoryId,
  query: string,
  listings: Listing[],
  count: number,
): MailedResults => ({
  search: { id: 3, category, query, created_at: 0 },
  listings,
  count,
  hasMore: false,
})

export function savedSamples({ student, links, now, listings }: SampleContext) {
  const { room, apartment, request, book, bike, lamp } = listings
  const rentals = results('rental', 'max_price=2000&q=columbia', [apartment, room], 9)
  const books = results('textbook', 'q=calculus', [book], 1)
  const cheaper: MailedFavourite = {
    listing: bike,
    price: { cents: 14_000, wasCents: 17_500 },
  }
  const sold: MailedFavourite = {
    listing: { ...lamp, status: 'sold' },
    status: 'sold',
  }
  const period = { first: '2027-01-01', last: '2027-04-30' }
  const fits: MailedFits = {
    own: request,
    listings: [{ listing: room, fit: { period, amountUnder: 50 } }],
    count: 3,
  }
  const build = (contents: Partial<SavedMailContents>) =>
    buildSavedMail(
      student,
      {
        searches: [],
        favourites: [],
        favouriteCount: contents.favourites?.length ?? 0,
        ...contents,
      },
      { links, now },
    )
  return {
    'saved-news': [
      { name: 'one search', mail: build({ searches: [rentals] }) },
      { name: 'what fits', mail: build({ fits: [fits] }) },
      { name: 'one favourite', mail: build({ favourites: [cheaper] }) },
      {
        name: 'all together',
        mail: build({ searches: [rentals, books], favourites: [cheaper, sold], fits: [fits] }),
      },
    ],
    'still-looking': [
      { name: 'one', mail: buildStillLookingMail(student, [rentals.search], links) },
      {
        name: 'several',
        mail: buildStillLookingMail(student, [rentals.search, books.search], links),
      },
    ],
  } satisfies Record<string, MailVariants>
}
