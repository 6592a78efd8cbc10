import { verifySync } from '@node-rs/argon2'
import sql, { join } from 'sql-template-tag'
import type { MigrateRows } from '../migrate.ts'

/**
 * These values are from the time when sample students had no mark. They are repeated here because a migration never
 * changes.
 */
const samplePassword = 'campus-demo-1!'
const sampleLocalParts = [
  'ada.osei',
  'liam.tremblay',
  'mei.zhang',
  'farah.siddiqui',
  'noah.petrov',
  'priya.raman',
  'sofia.marchetti',
  'kwame.boateng',
]

/** Marks sample and seeded students. A real student may have a sample's address: only samples have the public password. */
export const migrateRows: MigrateRows = async (tx) => {
  // Seeded addresses are seeded-<digits>@…
  await tx.run(sql`
    UPDATE users SET is_sample = 1
    WHERE email LIKE 'seeded-_%@%' AND ltrim(substr(email, 8), '0123456789') LIKE '@%'`)
  const isCandidate = sampleLocalParts.map((local) => sql`email LIKE ${`${local}@%`}`)
  const candidates = await tx.all<{ id: number; password_hash: string }>(sql`
    SELECT id, password_hash FROM users WHERE ${join(isCandidate, ' OR ')}`)
  for (const { id, password_hash } of candidates) {
    if (!hasSamplePassword(password_hash)) continue
    await tx.run(sql`UPDATE users SET is_sample = 1 WHERE id = ${id}`)
  }
}

/** Verifies synchronously, because a transaction awaits nothing but the database. */
function hasSamplePassword(hash: string): boolean {
  try {
    return verifySync(hash, samplePassword)
  } catch {
    // The text is not a hash, because an operator has locked the account.
    return false
  }
}
