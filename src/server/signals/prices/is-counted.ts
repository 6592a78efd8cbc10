import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { comparedMs } from './price-rules.ts'

interface OfferedRow {
  status: ListingStatus
  posted_at: number
  renewed_at: number | null
}

/** Whether a count at that time has the price of a listing that is as it was then. */
export const isCounted = (
  { status, posted_at, renewed_at }: OfferedRow,
  countedAt: number,
): boolean =>
  posted_at <= countedAt &&
  (renewed_at ?? posted_at) > countedAt - comparedMs &&
  !isTakenDown(status)
