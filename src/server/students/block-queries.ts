import sql, { join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'

export interface BlockRow {
  blocked_id: number
  blocked_hash: string
  created_at: number
  /** The first name, or null if the account is deleted. */
  first_name: string | null
  last_name: string | null
}

/** Returns the students whom a student has blocked, the last blocked first. */
export function findBlocks(db: Db, blockerId: number): Promise<BlockRow[]> {
  return db.all<BlockRow>(sql`
    SELECT blocked_id, blocked_hash, blocks.created_at, first_name, last_name
    FROM blocks LEFT JOIN users ON users.id = blocked_id
    WHERE blocker_id = ${blockerId} ORDER BY blocks.created_at DESC, blocked_id DESC`)
}

/** Returns the accounts that have blocked a student. */
export async function findBlockers(db: Db, keys: string[]): Promise<number[]> {
  const rows = await db.all<{ blocker_id: number }>(sql`
    SELECT blocker_id FROM blocks WHERE blocked_hash IN (${join(keys)})`)
  return rows.map(({ blocker_id }) => blocker_id)
}

export async function hasBlocked(db: Db, blockerId: number, keys: string[]): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM blocks
    WHERE blocker_id = ${blockerId} AND blocked_hash IN (${join(keys)})`)
  return row !== undefined
}

export async function countBlocks(db: Db, blockerId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT COUNT(*) AS count FROM blocks WHERE blocker_id = ${blockerId}`)
  return row?.count ?? 0
}

export interface Block {
  blockerId: number
  blockedId: number
  blockedHash: string
  now: number
}

export async function insertBlock(tx: Db, { blockerId, blockedId, blockedHash, now }: Block) {
  await tx.run(sql`
    INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
    VALUES (${blockerId}, ${blockedId}, ${blockedHash}, ${now})`)
}

/**
 * Deletes a block by the account that was blocked, or by the mailbox of an existing account. Returns false if there was
 * no block.
 */
export async function deleteBlock(
  tx: Db,
  { blockerId, blockedId, blockedHash }: Omit<Block, 'now' | 'blockedHash'> & Partial<Block>,
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    DELETE FROM blocks WHERE blocker_id = ${blockerId}
      AND (blocked_id = ${blockedId} OR blocked_hash = ${blockedHash ?? ''})`)
  return changes > 0
}

export async function deleteBlocksBy(tx: Db, blockerId: number) {
  await tx.run(sql`DELETE FROM blocks WHERE blocker_id = ${blockerId}`)
}
