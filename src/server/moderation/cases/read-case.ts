import sql, { join, type Sql } from 'sql-template-tag'
import type { Listing } from '#contract/listing.ts'
import { type ListingStatus, statusAt } from '#contract/listing-status.ts'
import type {
  CaseAppeal,
  CaseReport,
  DeletedListing,
  ListingCase,
  StudentCase,
} from '#contract/moderation.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { presentListing } from '../../listings/present-listing.ts'
import { withPrivatePhotos } from '../../photos/private-photos.ts'
import { readCaseSignals } from '../../signals/read-signals.ts'
import { hasSameMailbox, personName } from '../../students/person.ts'
import { type Account, findMailboxUsers } from '../../students/user-queries.ts'
import { findAppeals, type WrittenAppeal } from '../appeals/appeal-queries.ts'
import { readCluster } from '../clusters/read-cluster.ts'
import { findLogEntries } from '../moderation-log.ts'
import { findAllowedActions, type PermissionContext, whyNotDecideAppeal } from '../permissions.ts'
import { toWeight } from '../reports/hide-rule.ts'
import { findDeletedListings } from '../reports/kept-report-queries.ts'
import { isAbout } from '../reports/report-queries.ts'
import {
  findEditSinceReport,
  findListingsOfStudent,
  findNewestLogId,
  findReports,
  type ReportRow,
} from './case-queries.ts'
import { readClaim } from './claims.ts'
import { readNotes } from './internal-notes.ts'
import { presentLogEntry } from './read-log.ts'
import { presentStudent, toMonth } from './read-students.ts'

const maxReports = 100
const maxAppeals = 20
const maxLogEntries = 100
const maxListings = 50

interface CaseSubject {
  student: Account
  /** The listing, if the case is about one. */
  listing?: { id: number; status: ListingStatus }
}

/** Reads the parts that are the same in a case about a listing and in a case about a student. */
export async function readCase(
  db: Db,
  { student, listing }: CaseSubject,
  context: PermissionContext,
): Promise<Omit<StudentCase, 'canChangeRole' | 'forAdmins' | 'noShows'>> {
  const { now } = context
  const ofStudent = sql`log.student_id = ${student.id}`
  const subject = listing ? sql`log.listing_id = ${listing.id}` : ofStudent
  // The newest entry is read first. If someone decides while the rest is read, the moderator gets a conflict and does
  // not overwrite a decision that they have not seen.
  const seen = await findNewestLogId(db, subject)
  const reports = await findReports(
    db,
    isAbout({ studentId: student.id, ...(listing && { listing }) }),
    { limit: maxReports, now },
  )
  const deletedListings = await readDeletedListings(db, reports)
  // Look-ups are left out, because an admin's visits would push decisions off the list.
  const log = await findLogEntries(db, sql`${ofStudent} AND log.action <> 'look_up'`, maxLogEntries)
  const listings = await findListingsOfStudent(db, student.id, {
    except: listing?.id,
    limit: maxListings,
  })
  return {
    student: presentStudent(student, now),
    reports: reports.map((row) => presentReport(row, { ...context, student, deletedListings })),
    appeals: await readAppeals(db, subject, context),
    log: log.map((row) => presentLogEntry(row, context)),
    listings: listings.map((row) => ({
      category: row.category,
      id: row.id,
      title: row.title,
      status: statusAt(row, now),
      postedAt: toIso(row.posted_at),
      openReports: row.open_reports,
    })),
    deletedListings,
    claim: await readClaim(
      db,
      { studentId: student.id, listingId: listing?.id ?? null },
      { viewerId: context.viewer.id, now },
    ),
    notes: await readNotes(db, student.id, context.viewer.id),
    seen,
    allowedActions: findAllowedActions(
      {
        student,
        ...(listing && { listing }),
        isReported: reports.some(({ state }) => state === 'open'),
      },
      context,
    ),
  }
}

async function readDeletedListings(db: Db, reports: ReportRow[]): Promise<DeletedListing[]> {
  const ids = reports.flatMap((row) => row.deleted_listing_id ?? [])
  const rows = await findDeletedListings(db, [...new Set(ids)])
  return rows.map(({ listing_id: id, category, title, description, ...row }) => {
    const about = reports.filter(({ deleted_listing_id }) => deleted_listing_id === id)
    const isEdited = row.updated_at > Math.min(...about.map(({ created_at }) => created_at))
    return {
      ...{ id, category, title, description },
      price: row.price_cents / 100,
      deletedAt: toIso(row.deleted_at),
      editedAt: isEdited ? toIso(row.updated_at) : null,
    }
  })
}

interface ReportContext extends PermissionContext {
  student: Account
  deletedListings: readonly DeletedListing[]
}

function presentReport(
  row: ReportRow,
  { viewer, student, deletedListings }: ReportContext,
): CaseReport {
  const { id, reason, note, state, thread_title: title, deleted_listing_id: deletedId } = row
  const deleted = deletedListings.find((listing) => listing.id === deletedId)
  return {
    id,
    reason,
    note,
    createdAt: toIso(row.created_at),
    weight: row.is_spent === 1 || reason === 'gone' ? 0 : toWeight(row.half_weight),
    isOpen: state === 'open',
    outcome: state === 'open' ? null : state,
    thread: title === null ? null : { title, whyNotRead: whyNotRead(row, viewer) ?? null },
    deletedListing: deletedId === null ? null : { id: deletedId, title: deleted?.title ?? null },
    isFromEarlierAccount: row.created_at < student.createdAt,
    reporter: {
      id: row.reporter_id,
      name: personName(row),
      memberSince: row.member_since === null ? null : toMonth(row.member_since),
      reports: row.reports,
      upheld: row.upheld,
      rejected: row.rejected,
    },
  }
}

function whyNotRead(
  row: ReportRow,
  viewer: Pick<PermissionContext['viewer'], 'id' | 'email'>,
): string | undefined {
  if (row.is_settled === 1) return 'This report is decided, so nobody can read it any more.'
  const author = { id: row.reporter_id ?? 0, email: row.reporter_email ?? '' }
  if (hasSameMailbox(viewer, author)) return "It's your own, so another moderator reads it."
}

async function readAppeals(
  db: Db,
  subject: Sql,
  context: PermissionContext,
): Promise<CaseAppeal[]> {
  const appeals = await findAppeals(db, subject, maxAppeals)
  if (appeals.length === 0) return []
  const ids = appeals.map(({ log_id }) => log_id)
  const entries = await findLogEntries(db, sql`log.id IN (${join(ids)})`, maxAppeals)
  const whyNotDecide = ({ log_id, decision }: WrittenAppeal) => {
    const entry = entries.find(({ id }) => id === log_id)
    return entry && decision === null ? whyNotDecideAppeal(entry, context) : undefined
  }
  return appeals.map((row) => ({
    logId: row.log_id,
    text: row.text,
    createdAt: toIso(row.created_at),
    decision: row.decision,
    whyNotDecide: whyNotDecide(row) ?? null,
  }))
}

/** The response, with a listing that is not translated yet. */
type CaseOfListing = Omit<ListingCase, 'listing'> & { listing: Listing }

/** The photos of a listing that was taken down have URLs that moderators can read. */
export async function readListingCase(
  db: Db,
  { row, student }: { row: ListingRow; student: Account },
  context: PermissionContext,
): Promise<CaseOfListing> {
  const listing = presentListing(row, context.now, 'own')
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
    cluster: await readCluster(db, row.id, {
      viewerIds: await findMailboxUsers(db, context.viewer.email),
      now: context.now,
    }),
  }
}
