import sql from 'sql-template-tag'
import type { ListingDraft, OfferSettings } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'

// Nobody but the seller may ever see the lowest offer and the words for lower ones. No other query reads their columns.

export const noOfferSettings: OfferSettings = { isFirm: false, lowest: null, declineText: null }

interface Row {
  id: number
  is_firm: number
  lowest_offer_cents: number | null
  decline_text: string | null
}

/** Returns the settings by listing. */
export async function findOfferSettings(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, OfferSettings>> {
  const rows = await db.all<Row>(sql`
    SELECT id, is_firm, lowest_offer_cents, decline_text FROM listings
    WHERE ${isOneOf(db, sql`id`, listingIds)}`)
  return new Map(
    rows.map(({ id, is_firm, lowest_offer_cents: cents, decline_text: declineText }) => [
      id,
      { isFirm: is_firm === 1, lowest: cents && cents / 100, declineText },
    ]),
  )
}

/** Saves the settings that a request names. */
export async function saveOfferSettings(
  tx: Db,
  id: number,
  { isFirm, lowest, declineText }: ListingDraft['offers'],
): Promise<void> {
  if (isFirm !== undefined) {
    await tx.run(sql`UPDATE listings SET is_firm = ${Number(isFirm)} WHERE id = ${id}`)
  }
  if (lowest !== undefined) {
    const cents = lowest && 100 * lowest
    await tx.run(sql`UPDATE listings SET lowest_offer_cents = ${cents} WHERE id = ${id}`)
  }
  if (declineText !== undefined) {
    await tx.run(sql`UPDATE listings SET decline_text = ${declineText} WHERE id = ${id}`)
  }
}
