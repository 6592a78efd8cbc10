import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { type ListingStatus, statusAt } from '#contract/listing-status.ts'
import type { QueueItem, QueueQuery, QueueResponse } from '#contract/moderation.ts'
import { isUploadedPhoto, type PhotoInfo } from '#contract/photos.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { listingPhotoSrc } from '../../photos/private-photos.ts'
import { type PersonRow, personName } from '../../students/person.ts'
import { findClusters } from '../clusters/find-clusters.ts'
import { halfWeightToHide, toWeight } from '../reports/hide-rule.ts'
import { readClaims } from './claims.ts'

const maxItems = 50

/** Reads a page of the subjects that wait for a decision, and the number of all of them. */
export async function readQueue(
  db: Db,
  query: QueueQuery,
  { viewerIds, now }: { viewerIds: readonly number[]; now: number },
): Promise<QueueResponse> {
  const subjects = await findSubjects(db, query, { viewerIds, limit: maxItems, now })
  const reasons = await findReasons(db, subjects)
  const clusters = await findClusters(db, { viewerIds, now })
  const clusterOf = (listingId: number | null) => {
    const found = clusters.find(({ rows }) => rows.some(({ id }) => id === listingId))
    return found ? { id: found.rows[0]?.id ?? 0, size: found.rows.length } : null
  }
  const claimOf = await readClaims(db, { viewerIds, now })
  const items = subjects.map((row): QueueItem => {
    const isAbout = ({ student_id, listing_id }: Pick<SubjectRow, 'student_id' | 'listing_id'>) =>
      student_id === row.student_id && listing_id === row.listing_id
    const listing = presentSubjectListing(row, now)
    return {
      kind: listing ? 'listing' : 'student',
      student: { id: row.student_id, name: personName(row) },
      listing,
      reports: row.reports,
      reasons: reasons.filter(isAbout).map(({ reason }) => reason),
      weight: toWeight(row.half_weight),
      waitingSince: toIso(row.waiting_since),
      hasAppeal: row.has_appeal === 1,
      hasSignalAnswer: row.has_signal_answer === 1,
      claim: claimOf({ studentId: row.student_id, listingId: row.listing_id }),
      cluster: clusterOf(row.listing_id),
    }
  })
  return { items: groupClusters(items), total: subjects[0]?.total ?? 0 }
}

/** Puts the cases of a cluster behind its first one, so that moderators see them together. */
function groupClusters(items: QueueItem[]): QueueItem[] {
  const isFirst = ({ cluster }: QueueItem, index: number) =>
    !cluster || items.findIndex((other) => other.cluster?.id === cluster.id) === index
  return items.filter(isFirst).flatMap((item) => {
    const { cluster } = item
    return cluster ? items.filter((other) => other.cluster?.id === cluster.id) : [item]
  })
}

function presentSubjectListing(row: SubjectRow, now: number): QueueItem['listing'] {
  const { listing_id: id, category, title, status, ends_at } = row
  if (id === null || category === null || title === null || status === null || ends_at === null) {
    return null
  }
  const photos: PhotoInfo[] = JSON.parse(row.photos ?? '[]')
  const cover = photos.find(isUploadedPhoto)
  const shown = { category, id, status: statusAt({ status, ends_at }, now) }
  return {
    ...shown,
    title,
    photo: cover ? listingPhotoSrc(shown, cover.url, 320) : null,
  }
}

/** An appeal weighs as much as the reports that hide a listing. */
const appealHalfWeight = halfWeightToHide

/** An answer weighs as much as the lightest report, so that reports come first. */
const signalAnswerHalfWeight = 1

/** A listing or a student that waits for a decision. */
interface SubjectRow extends PersonRow {
  student_id: number
  listing_id: number | null
  category: CategoryId | null
  title: string | null
  status: ListingStatus | null
  ends_at: number | null
  photos: string | null
  reports: number
  half_weight: number
  waiting_since: number
  has_appeal: number
  has_signal_answer: number
  /** The number of all matching subjects. Every row repeats it. */
  total: number
}

interface QueuePage {
  /**
   * The accounts of the moderator who reads the queue. Subjects about these accounts are left out, so that nobody reads
   * who reported them.
   */
  viewerIds: readonly number[]
  limit: number
  now: number
}

/**
 * Finds subjects that wait for a decision. It reads only waiting reports, appeals and answers, and only the listings of
 * this page, so decided cases cost nothing. An appeal about a deleted listing counts for the student. An answer waits
 * only while its listing is listed, because other listings show no signals.
 */
function findSubjects(
  db: Db,
  query: QueueQuery,
  { viewerIds, limit, now }: QueuePage,
): Promise<SubjectRow[]> {
  const { reason } = query
  const own = join([0, ...viewerIds])
  const order = sql`
    ${orders(now)[query.order]}, waiting_since, student_id, COALESCE(listing_id, 0)`
  return db.all<SubjectRow>(sql`
    WITH waiting AS (
      SELECT student_id, listing_id, created_at, 1 AS reports, 0 AS appeals,
        0 AS signal_answers,
        CASE WHEN reason = 'gone' OR is_spent = 1 THEN 0 ELSE half_weight END AS half_weight,
        ${reason ? sql`CASE WHEN reason = ${reason} THEN 1 ELSE 0 END` : sql`1`} AS matches
      FROM reports WHERE state = 'open' AND student_id NOT IN (${own})
      UNION ALL
      SELECT appeals.student_id, listings.id, appeals.created_at, 0, 1, 0, 0, ${reason ? 0 : 1}
      FROM appeals JOIN moderation_log ON moderation_log.id = appeals.log_id
      LEFT JOIN listings ON listings.id = moderation_log.listing_id
      WHERE appeals.created_at IS NOT NULL AND appeals.decision IS NULL
        AND appeals.student_id NOT IN (${own})
      UNION ALL
      SELECT seller_id, listing_id, signal_answers.created_at, 0, 0, 1, 0, ${reason ? 0 : 1}
      FROM signal_answers JOIN listings ON listings.id = listing_id
      WHERE decision IS NULL AND listed AND seller_id NOT IN (${own})
    ), subjects AS (
      SELECT student_id, listing_id, SUM(reports) AS reports, SUM(half_weight) AS half_weight,
        MIN(created_at) AS waiting_since, MAX(appeals) AS has_appeal,
        MAX(signal_answers) AS has_signal_answer
      FROM waiting GROUP BY student_id, listing_id HAVING MAX(matches) = 1
    ), page AS (
      SELECT subjects.*, COUNT(*) OVER () AS total
      FROM subjects LEFT JOIN listings ON listings.id = listing_id
      WHERE ${conditions(query)} ORDER BY ${order} LIMIT ${limit}
    )
    SELECT page.*, first_name, last_name, category, title, status, ends_at, photos
    FROM page JOIN users ON users.id = student_id LEFT JOIN listings ON listings.id = listing_id
    ORDER BY ${order}`)
}

function conditions({ kind, category, hidden }: QueueQuery): Sql {
  const all = [sql`1 = 1`]
  if (kind) all.push(kinds[kind])
  if (category) all.push(sql`category = ${category}`)
  if (hidden) all.push(sql`status = 'hidden'`)
  return join(all, ' AND ')
}

const kinds: Record<NonNullable<QueueQuery['kind']>, Sql> = {
  listing: sql`listing_id IS NOT NULL`,
  student: sql`listing_id IS NULL`,
  appeal: sql`has_appeal = 1`,
  signal: sql`has_signal_answer = 1`,
}

const weight = sql`(half_weight + has_appeal * ${appealHalfWeight}
  + has_signal_answer * ${signalAnswerHalfWeight})`

const orders = (now: number): Record<QueueQuery['order'], Sql> => ({
  urgent: sql`${weight} * (${now} - waiting_since) DESC`,
  oldest: sql`waiting_since`,
  heaviest: sql`${weight} DESC`,
})

interface ReasonRow {
  student_id: number
  listing_id: number | null
  reason: ReportReason
}

/** Returns the reasons of these subjects' open reports, the most frequent first. */
async function findReasons(db: Db, subjects: SubjectRow[]): Promise<ReasonRow[]> {
  if (subjects.length === 0) return []
  const listingIds = subjects.flatMap(({ listing_id }) => listing_id ?? [])
  const studentIds = subjects.filter((row) => row.listing_id === null).map((row) => row.student_id)
  return db.all<ReasonRow>(sql`
    SELECT student_id, listing_id, reason FROM reports
    WHERE state = 'open' AND (listing_id IN (${join([0, ...listingIds])})
      OR listing_id IS NULL AND student_id IN (${join([0, ...studentIds])}))
    GROUP BY student_id, listing_id, reason ORDER BY COUNT(*) DESC, MIN(created_at), reason`)
}
