import { statusAt } from '#contract/listing-status.ts'
import type { QueueItem, QueueQuery, QueueResponse } from '#contract/moderation.ts'
import { isUploadedPhoto, type PhotoInfo } from '#contract/photos.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { listingPhotoSrc } from '../../photos/private-photos.ts'
import { personName } from '../../students/person.ts'
import { toWeight } from '../reports/report-weight.ts'
import { findReasons, findSubjects, type SubjectRow } from './queue-queries.ts'

const maxItems = 50

/** The subjects that wait for a decision, and how many there are. */
export async function readQueue(
  db: Db,
  query: QueueQuery,
  { viewerIds, now }: { viewerIds: readonly number[]; now: number },
): Promise<QueueResponse> {
  const subjects = await findSubjects(db, query, { viewerIds, limit: maxItems, now })
  const reasons = await findReasons(db, subjects)
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
    }
  })
  return { items, total: subjects[0]?.total ?? 0 }
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
