import type { AccountExport } from '#contract/account-export.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import type { MeetingRow } from './meeting-queries.ts'

type ExportedMeeting = AccountExport['threads'][number]['meetings'][number]

/** Presents an agreed meeting for the export of one of the two. What the other said is in it only where it is about them. */
export function exportMeeting(row: MeetingRow, isBuyer: boolean): ExportedMeeting {
  const otherOutcome = isBuyer ? row.seller_outcome : row.buyer_outcome
  return {
    id: row.message_id,
    place: row.place ?? '',
    startsAt: toIso(row.starts_at ?? 0),
    state: row.state,
    hereAt: toIsoOrNull(isBuyer ? row.buyer_here_at : row.seller_here_at),
    otherHereAt: toIsoOrNull(isBuyer ? row.seller_here_at : row.buyer_here_at),
    outcome: isBuyer ? row.buyer_outcome : row.seller_outcome,
    otherSaysNoShow: otherOutcome === 'no_show',
    view: isBuyer ? row.buyer_view : row.seller_view,
  }
}
