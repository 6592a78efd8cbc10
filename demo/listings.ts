import type { DemoListing } from './demo-listing.ts'
import { outingsAndHobbies } from './listings/misc-outings-and-hobbies.ts'
import { roomAndDesk } from './listings/misc-room-and-desk.ts'
import { rentals } from './listings/rentals.ts'
import { artsTextbooks } from './listings/textbooks-arts-and-business.ts'
import { scienceTextbooks } from './listings/textbooks-math-and-science.ts'

/** All sample listings as of `now`, oldest first. */
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
  return listings.sort((a, b) => b.daysAgo - a.daysAgo)
}
