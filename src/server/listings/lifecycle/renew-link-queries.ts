import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'

export interface NewRenewLink {
  tokenHash: string
  listingId: number
  /** The end it was made for. */
  endsAt: number
  expiresAt: number
}

export async function insertRenewLink(db: Db, link: NewRenewLink) {
  await db.run(sql`
    INSERT INTO renew_links (token_hash, listing_id, ends_at, expires_at)
    VALUES (${link.tokenHash}, ${link.listingId}, ${link.endsAt}, ${link.expiresAt})`)
}

export interface RenewLinkRow {
  listing_id: number
  category: CategoryId
  ends_at: number
  expires_at: number
}

export function findRenewLink(db: Db, tokenHash: string): Promise<RenewLinkRow | undefined> {
  return db.get<RenewLinkRow>(sql`
    SELECT listing_id, category, renew_links.ends_at, expires_at
    FROM renew_links JOIN listings ON listings.id = listing_id
    WHERE token_hash = ${tokenHash}`)
}

export async function deleteExpiredRenewLinks(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'renew_links', primaryKey: ['token_hash'], where })
}
