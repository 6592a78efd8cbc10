import sql from 'sql-template-tag'
import { clusterDecisionBody } from '#contract/moderation-decisions.ts'
import type { ListingAction } from '#contract/moderation-rules.ts'
import { pluralize } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { lockThreadsOfListings } from '../../messages/thread-locks.ts'
import { findMailboxUsers } from '../../students/user-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { requireUnclaimed } from '../cases/claims.ts'
import { whyOwn } from '../decision-rules.ts'
import { decideOnListing } from '../decisions/decide.ts'
import {
  type DecisionContext,
  type DecisionResult,
  lockListing,
  lockStudents,
  throwIf,
} from '../decisions/decision-context.ts'
import { findLogEntries, noStudentId, writeLog } from '../moderation-log.ts'
import { readCluster } from './read-cluster.ts'

/** What the log says that was done, with the number of listings and students. */
const doneTexts: Record<ListingAction, (what: string) => string> = {
  keep: (what) => `Kept ${what}`,
  ask_to_edit: (what) => `Asked for edits of ${what}`,
  remove: (what) => `Removed ${what}`,
}

/**
 * Decides the cases of a cluster that the moderator has chosen, all or none. The version is that of the list that they
 * have confirmed: if the list has changed since, this throws 409. Each case has an entry of its own in the log, because
 * its student can appeal. One more entry stands for all of them, and undoing it undoes them all.
 */
export async function decideTogether(
  tx: Db,
  listing: ListingKey,
  body: unknown,
  context: DecisionContext,
): Promise<DecisionResult> {
  const { actor, now } = context
  const viewer = { viewerIds: await findMailboxUsers(tx, actor.email), now }
  const before = await readCluster(tx, listing.id, viewer)
  if (!before) throwIf('forbidden', whyOwn(actor, (await lockListing(tx, listing, now)).student))
  const { action, reason, note, version, listingIds, despiteClaim } = parseBody(
    clusterDecisionBody,
    body,
  )
  if (!before) throw changedList()
  await lockSubjects(tx, before.listings)
  // The locks are held, so that what is read now stays.
  const cluster = await readCluster(tx, listing.id, viewer)
  const chosen = cluster?.listings.filter(({ id }) => listingIds.includes(id)) ?? []
  const isPossible = chosen.every(({ allowedActions }) => allowedActions.includes(action))
  if (cluster?.version !== version || chosen.length !== listingIds.length || !isPossible) {
    throw changedList()
  }
  for (const { id, student } of despiteClaim ? [] : chosen) {
    await requireUnclaimed(tx, { studentId: student.id, listingId: id }, { actorId: actor.id, now })
  }
  const students = new Set(chosen.map(({ student }) => student.id)).size
  const what = `${pluralize(chosen.length, 'listing')} of ${pluralize(students, 'student')}`
  const done = doneTexts[action](what)
  const togetherId = await writeLog(
    tx,
    {
      action: 'decide_together',
      actorId: actor.id,
      studentId: noStudentId,
      reason,
      note: note ? `${done}: ${note}` : done,
    },
    now,
  )
  for (const { category, id, seen } of chosen) {
    const decision = { action, reason, note, seen, despiteClaim: true }
    await decideOnListing(tx, { category, id }, decision, { ...context, togetherId })
  }
  return { id: togetherId, message: `${done}.` }
}

const changedList = () => new AppError('conflict', 'The list has changed. Check it again.')

/** Locks everything in the order that all decisions keep: students, categories, threads. */
async function lockSubjects(
  tx: Db,
  subjects: readonly (ListingKey & { student: { id: number } })[],
) {
  await lockStudents(
    tx,
    subjects.map(({ student }) => student.id),
  )
  await bumpListingVersions(tx, ...subjects)
  await lockThreadsOfListings(
    tx,
    subjects.map(({ id }) => id),
  )
}

/** Finds the decisions that were made together, and locks what they are about. */
export async function lockDecidedTogether(tx: Db, togetherId: number) {
  const entries = await findLogEntries(tx, sql`log.together_id = ${togetherId}`, 1000)
  const subjects = entries.flatMap(({ category, listing_id: id, student_id }) =>
    category && id !== null ? [{ category, id, student: { id: student_id } }] : [],
  )
  await lockSubjects(tx, subjects)
  return entries.map(({ id }) => id).toSorted((a, b) => a - b)
}
