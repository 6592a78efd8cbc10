import { addMonths } from '#categories/days.ts'
import { readPeriod } from '#categories/periods.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#contract/campus-date.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import { threadDaysAfterPeriod, threadMonths } from '#contract/message-rules.ts'

/** A thread takes messages until then, and is deleted. */
export function threadExpiry(listing: ListingFacts, lastMessageAt: number): number {
  const afterMessage = endOfCampusDay(addMonths(campusIsoDate(lastMessageAt), threadMonths))
  const lastDay = readPeriod(categoryOf(listing), listing.details)?.last
  if (!lastDay) return afterMessage
  return Math.max(afterMessage, addCampusDays(endOfCampusDay(lastDay), threadDaysAfterPeriod))
}
