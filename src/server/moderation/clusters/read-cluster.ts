import { createHash } from 'node:crypto'
import { statusAt } from '#contract/listing-status.ts'
import { listingActions, maxDecidedTogether } from '#contract/moderation-rules.ts'
import type { CaseCluster } from '#contract/teamwork.ts'
import type { Db } from '../../database/database.ts'
import { personName } from '../../students/person.ts'
import { type CaseKey, readClaims } from '../cases/claims.ts'
import { whyNotListing } from '../decision-rules.ts'
import { findClusterOf } from './find-clusters.ts'

interface ClusterContext {
  viewerIds: readonly number[]
  now: number
}

/**
 * Reads the cases that can be decided together with a listing's, or null if there are none. The version changes with
 * everything that the moderator sees in the list.
 */
export async function readCluster(
  db: Db,
  listingId: number,
  context: ClusterContext,
): Promise<CaseCluster | null> {
  const cluster = await findClusterOf(db, listingId, context)
  if (!cluster) return null
  const claimOf = await readClaims(db, context)
  const rows = cluster.rows.slice(0, maxDecidedTogether)
  const listings = rows.map((row) => {
    const { id, category, title, reports, seen } = row
    const key: CaseKey = { studentId: row.seller_id, listingId: id }
    const { status } = row
    return {
      ...{ id, category, title, reports, seen },
      status: statusAt(row, context.now),
      student: { id: row.seller_id, name: personName(row) },
      claim: claimOf(key),
      allowedActions: listingActions.filter(
        (action) => whyNotListing(action, { status, isReported: reports > 0 }) === undefined,
      ),
    }
  })
  const shown = new Set(rows.map(({ id }) => id))
  const shares = cluster.shares.flatMap(({ listings: ids, ...share }) => {
    const among = ids.filter((id) => shown.has(id))
    return among.length > 1 ? [{ ...share, listings: among }] : []
  })
  const version = createHash('sha256')
    .update(JSON.stringify([listings, shares, cluster.rows.length]))
    .digest('hex')
    .slice(0, 32)
  return { version, total: cluster.rows.length, listings, shares }
}
