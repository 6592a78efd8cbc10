import type { Lifetime } from '#categories/define-category.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import { invalidInput } from '../../errors.ts'
import { findPassedDay, isLastDayTooFar } from '../lifecycle/listing-end.ts'

const tooFar = 'This date is too far away. Choose one in the next two years.'

/** 400 for a day that cannot end a listing. An edit may leave one that has passed. */
export function requireUsableLastDay(
  listing: ListingFacts,
  { now, mayHavePassed }: { now: number; mayHavePassed: boolean },
) {
  const { lastDay }: Lifetime = categoryOf(listing).lifetime
  if (!lastDay) return
  if (isLastDayTooFar(listing, now)) throw invalidInput({ [lastDay]: tooFar })
  if (!mayHavePassed && findPassedDay(listing, now) === lastDay) {
    throw invalidInput({ [lastDay]: dayPassedMessage })
  }
}
