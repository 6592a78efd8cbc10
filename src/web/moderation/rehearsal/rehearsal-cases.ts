import { addDays } from '#categories/days.ts'
import { categoryById } from '#categories/index.ts'
import { readDetails } from '#categories/stored-listing.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { Listing } from '#contract/listing.ts'
import type { CaseReport, LogEntry } from '#contract/moderation.ts'
import type { Decision } from '#contract/moderation-rules.ts'
import type { ListingCase } from '../moderation-queries.ts'
import {
  type InventedCase,
  type InventedReport,
  inventedCases,
  type ModelAnswer,
} from './invented-cases.ts'

// These cases are invented. Their people and listings have the id 0, which no real one has.

export interface RehearsalCase {
  found: ListingCase
  model: ModelAnswer
}

const timeOf = (today: string, daysAgo: number) => `${addDays(today, -daysAgo)}T15:00:00.000Z`

function inventReport(
  { reason, note, by, upheld = 0, rejected = 0 }: InventedReport,
  id: number,
  today: string,
): CaseReport {
  return {
    ...{ id, reason, note, createdAt: timeOf(today, 1), weight: 1, isOpen: true, outcome: null },
    ...{ thread: null, deletedListing: null, isFromEarlierAccount: false },
    reporter: {
      ...{ id: 0, name: by, memberSince: '2024-09', upheld, rejected },
      reports: upheld + rejected + 1,
    },
  }
}

function inventCase(invented: InventedCase, today: string): RehearsalCase {
  const { category, title, price, description, details = {}, seller, memberSince } = invented
  const student = { id: 0, name: seller }
  const listing = {
    ...{ category, id: 0, title, price, description, photos: [], status: 'available' },
    details: readDetails(categoryById[category], details),
    ...{ postedAt: timeOf(today, 3), updatedAt: timeOf(today, 3), endsAt: timeOf(today, -30) },
    ...{ renewedAt: null, previousPrice: null, seller: student },
  } as unknown as Listing
  const log = (invented.history ?? []).map(
    ({ action, listing: about, reason, note, daysAgo }, index): LogEntry => ({
      ...{ id: 100 - index, createdAt: timeOf(today, daysAgo), action, reason, note, student },
      actor: { id: 0, name: 'Sam Lee' },
      listing: about === undefined ? null : { category, id: 0, title: about },
      ...{ days: null, role: null, signal: null, undoesId: null, undoneBy: null },
      ...{ togetherId: null, canUndo: false },
    }),
  )
  const found: ListingCase = {
    listing,
    student: {
      ...{ ...student, university: null, memberSince, role: 'student' },
      ...{ suspendedUntil: null, bannedAt: null },
    },
    reports: invented.reports.map((report, index) => inventReport(report, index + 1, today)),
    signals: (invented.signals ?? []).map((signal, index) => ({
      ...signal,
      ...{ id: String(index), answer: null, isGone: false },
    })),
    log,
    listings: (invented.others ?? []).map((other) => ({
      ...{ ...other, category, id: 0, postedAt: timeOf(today, 5), openReports: 0 },
    })),
    ...{ appeals: [], deletedListings: [], notes: [], claim: null, cluster: null, seen: null },
    ...{ takedown: null, statusSince: timeOf(today, 3), editedAt: null },
    allowedActions: ['keep', 'ask_to_edit', 'remove', 'warn', 'suspend'],
  }
  return { found, model: invented.model }
}

/** Returns the ten cases, as if they had happened in the last days. */
export const rehearsalCases = (today: string): RehearsalCase[] =>
  inventedCases.map((invented) => inventCase(invented, today))

/** Whether a decision is one of those in the model answer. */
export const agrees = (
  { actions, reasons }: ModelAnswer,
  { action, reason }: { action: Decision; reason: DecisionReason },
): boolean => actions.includes(action) && reasons.includes(reason)
