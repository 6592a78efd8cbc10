import sql from 'sql-template-tag'
import { claimMinutes } from '#contract/moderation-rules.ts'
import type { CaseClaim } from '#contract/teamwork.ts'
import { formatClock } from '#format/format.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs, toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { type PersonRow, personName } from '../../students/person.ts'

const claimMs = claimMinutes * minuteMs

/** The subject of a case: a listing of a student, or the student. */
export interface CaseKey {
  studentId: number
  listingId: number | null
}

interface ClaimRow extends PersonRow {
  student_id: number
  listing_id: number
  moderator_id: number
  claimed_at: number
}

/** Reads the claims that count, all or those of one case. There are at most as many as moderators have opened lately. */
const findClaims = (db: Db, now: number, key?: CaseKey): Promise<ClaimRow[]> =>
  db.all<ClaimRow>(sql`
    SELECT student_id, listing_id, moderator_id, claimed_at, first_name, last_name
    FROM case_claims JOIN users ON users.id = moderator_id
    WHERE claimed_at > ${now - claimMs} AND ${
      key ? sql`student_id = ${key.studentId} AND listing_id = ${key.listingId ?? 0}` : sql`1 = 1`
    }`)

const presentClaim = (row: ClaimRow, viewerIds: readonly number[]): CaseClaim => ({
  moderator: { id: row.moderator_id, name: personName(row) },
  since: toIso(row.claimed_at),
  isOwn: viewerIds.includes(row.moderator_id),
})

export async function readClaim(
  db: Db,
  key: CaseKey,
  { viewerId, now }: { viewerId: number; now: number },
): Promise<CaseClaim | null> {
  const [row] = await findClaims(db, now, key)
  return row ? presentClaim(row, [viewerId]) : null
}

/** Returns a function that finds the claim of a case in the queue. */
export async function readClaims(
  db: Db,
  { viewerIds, now }: { viewerIds: readonly number[]; now: number },
) {
  const rows = await findClaims(db, now)
  return ({ studentId, listingId }: CaseKey): CaseClaim | null => {
    const row = rows.find(
      (each) => each.student_id === studentId && each.listing_id === (listingId ?? 0),
    )
    return row ? presentClaim(row, viewerIds) : null
  }
}

/**
 * Claims a case in one statement, so that one of two moderators wins. The other gets a 409 with the winner's name, as
 * everyone does who does not take the case over from the moderator who is on it.
 */
export async function claimCase(
  tx: Db,
  { studentId, listingId }: CaseKey,
  { actorId, takesOverFrom, now }: { actorId: number; takesOverFrom: number | null; now: number },
): Promise<void> {
  const { changes } = await tx.run(sql`
    INSERT INTO case_claims (student_id, listing_id, moderator_id, claimed_at)
    VALUES (${studentId}, ${listingId ?? 0}, ${actorId}, ${now})
    ON CONFLICT (student_id, listing_id) DO UPDATE
      SET moderator_id = excluded.moderator_id, claimed_at = excluded.claimed_at
      WHERE case_claims.moderator_id IN (${actorId}, ${takesOverFrom ?? 0})
        OR case_claims.claimed_at <= ${now - claimMs}`)
  if (changes === 0) await requireUnclaimed(tx, { studentId, listingId }, { actorId, now })
}

/** Throws 409 if another moderator is on the case, and says who. */
export async function requireUnclaimed(
  tx: Db,
  key: CaseKey,
  { actorId, now }: { actorId: number; now: number },
): Promise<void> {
  const claim = await readClaim(tx, key, { viewerId: actorId, now })
  if (!claim || claim.isOwn) return
  throw new AppError(
    'claimed',
    `${claim.moderator.name} claimed this at ${formatClock(claim.since)}.`,
  )
}

/** Ends the claim of one moderator or, after a decision, of anyone. */
export async function releaseCase(
  tx: Db,
  { studentId, listingId }: CaseKey,
  moderatorId?: number,
): Promise<void> {
  const isTheirs = moderatorId ? sql`moderator_id = ${moderatorId}` : sql`1 = 1`
  await tx.run(sql`
    DELETE FROM case_claims
    WHERE student_id = ${studentId} AND listing_id = ${listingId ?? 0} AND ${isTheirs}`)
}

export async function deleteOldClaims(db: Db, now: number) {
  await cleanUp(db, {
    table: 'case_claims',
    primaryKey: ['student_id', 'listing_id'],
    where: sql`claimed_at <= ${now - claimMs}`,
  })
}
