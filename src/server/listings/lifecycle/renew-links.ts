import { randomBytes } from 'node:crypto'
import type { Listing } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { listingEnd } from './listing-end.ts'
import { insertRenewLink } from './renew-link-queries.ts'

/** So long after the end a link in a mail renews the listing. */
export const renewLinkValidMs = 30 * dayMs

export const generateRenewToken = () => randomBytes(32).toString('base64url')

/** Stores the hash of the token, for the end that the listing has now. */
export async function saveRenewLink(
  tx: Db,
  token: string,
  { id, endsAt: end }: Pick<Listing, 'id' | 'endsAt'>,
) {
  const endsAt = Date.parse(end)
  const expiresAt = endsAt + renewLinkValidMs
  await insertRenewLink(tx, { tokenHash: hashToken(token), listingId: id, endsAt, expiresAt })
}

/** The end after a renewal now; undefined if that is no later, or over, as for a listing that ends with its own date. */
export function laterEnd(listing: Listing, now: number): number | undefined {
  const end = listingEnd(listing, now)
  return end > Math.max(Date.parse(listing.endsAt), now) ? end : undefined
}
