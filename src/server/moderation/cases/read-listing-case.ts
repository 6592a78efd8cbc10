import sql from 'sql-template-tag'
import type { Listing } from '#contract/listing.ts'
import type { ListingCase } from '#contract/moderation.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { presentListing } from '../../listings/present-listing.ts'
import { withPrivatePhotos } from '../../photos/private-photos.ts'
import { readCaseSignals } from '../../signals/read-signals.ts'
import type { Account } from '../../students/user-queries.ts'
import { findLogEntries } from '../log-queries.ts'
import type { PermissionContext } from '../permissions.ts'
import { findEditSinceReport } from './case-queries.ts'
import { presentLogEntry } from './present-log-entry.ts'
import { readCase } from './read-case.ts'

/** The response, with a listing that is not translated yet. */
type CaseOfListing = Omit<ListingCase, 'listing'> & { listing: Listing }

/** Photos of what was taken down are where moderators can read them. */
export async function readListingCase(
  db: Db,
  { row, student }: { row: ListingRow; student: Account },
  context: PermissionContext,
): Promise<CaseOfListing> {
  const listing = presentListing(row, context.now, 'full')
  const shared = await readCase(db, { student, listing }, context)
  const [takedown] = await findLogEntries(
    db,
    sql`log.id = (SELECT takedown_id FROM listings WHERE id = ${row.id})`,
    1,
  )
  const editedAt = await findEditSinceReport(db, row.id)
  return {
    ...shared,
    category: row.category,
    listing: withPrivatePhotos(listing),
    takedown: takedown ? presentLogEntry(takedown, context) : null,
    statusSince: toIso(row.status_changed_at),
    editedAt: toIsoOrNull(editedAt),
    signals: await readCaseSignals(db, row, context.now),
  }
}
