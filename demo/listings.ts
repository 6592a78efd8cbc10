import type { DemoListing } from './demo-listing.ts'
import { outingsAndHobbies } from './listings/misc-outings-and-hobbies.ts'
import { roomAndDesk } from './listings/misc-room-and-desk.ts'
import { rentals } from './listings/rentals.ts'
import { artsTextbooks } from './listings/textbooks-arts-and-business.ts'
import { scienceTextbooks } from './listings/textbooks-math-and-science.ts'

/** All sample listings as of `now`, the newest last. */
export function demoListings(now: Date): DemoListing[] {
  const listings: DemoListing[] = [
    ...rentals(now).map((sample) => ({ category: 'rental' as const, ...sample })),
    ...[...scienceTextbooks, ...artsTextbooks].map((sample) => ({
      category: 'textbook' as const,
      ...sample,
    })),
    ...[...outingsAndHobbies, ...roomAndDesk].map((sample) => ({
      category: 'misc' as const,
      ...sample,
    })),
  ]
  return listings.sort((a, b) => rankedDaysAgo(b) - rankedDaysAgo(a))
}

/** A renewal moves a listing to the top of the newest. */
export const rankedDaysAgo = ({ daysAgo, renewedDaysAgo }: DemoListing): number =>
  renewedDaysAgo ?? daysAgo
