import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import type { RoomData } from './database/room-data.ts'

/** Returns APP_SECRET or, if it is unset, a secret that is generated once and kept in the database for all processes. */
export async function readAppSecret(
  db: Db,
  { APP_SECRET }: Pick<Config, 'APP_SECRET'>,
): Promise<string> {
  if (APP_SECRET) return APP_SECRET
  const generated = randomBytes(32).toString('base64url')
  await db.run(sql`
    INSERT INTO secrets (name, value) VALUES ('app', ${generated}) ON CONFLICT (name) DO NOTHING`)
  const row = await db.get<{ value: string }>(sql`SELECT value FROM secrets WHERE name = 'app'`)
  if (!row) throw new Error('the secret was not stored')
  return row.value
}

/** Returns a function that computes HMAC-SHA-256. The purpose keeps a hash for one use from being valid for another. */
export function createKeyedHash(secret: string) {
  return (purpose: string, ...values: string[]): string =>
    createHmac('sha256', secret)
      .update([purpose, ...values].join('\n'))
      .digest('base64url')
}

/** Compares in constant time, so that the response time tells nothing about a secret. */
export function isSameSecret(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

export type KeyedHash = ReturnType<typeof createKeyedHash>

export const appSecretData: RoomData = {
  tables: {
    secrets: {
      notInBackups:
        'a stolen backup forges no device cookie and reveals no hashed network; a restored site makes new ones',
    },
  },
}
