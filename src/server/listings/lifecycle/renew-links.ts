import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { listingEnd } from './listing-end.ts'

/** An email's link can renew the listing until this long after its end. */
export const renewLinkValidMs = 30 * dayMs

export const generateRenewToken = () => randomBytes(32).toString('base64url')

/** Stores the hash of the token, together with the current end of the listing. */
export async function saveRenewLink(
  tx: Db,
  token: string,
  { id, endsAt: end }: Pick<Listing, 'id' | 'endsAt'>,
) {
  const endsAt = Date.parse(end)
  const expiresAt = endsAt + renewLinkValidMs
  await insertRenewLink(tx, { tokenHash: hashToken(token), listingId: id, endsAt, expiresAt })
}

/**
 * Returns the end after a renewal now, or undefined if that end would be no later or has passed. This happens for a
 * listing that ends with its own date.
 */
export function laterEnd(listing: Listing, now: number): number | undefined {
  const end = listingEnd(listing, now)
  return end > Math.max(Date.parse(listing.endsAt), now) ? end : undefined
}

interface NewRenewLink {
  tokenHash: string
  listingId: number
  /** The end of the listing when the link was made. */
  endsAt: number
  expiresAt: number
}

export async function insertRenewLink(db: Db, link: NewRenewLink) {
  await db.run(sql`
    INSERT INTO renew_links (token_hash, listing_id, ends_at, expires_at)
    VALUES (${link.tokenHash}, ${link.listingId}, ${link.endsAt}, ${link.expiresAt})`)
}

interface RenewLinkRow {
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
