import sql from 'sql-template-tag'
import { parseDetails } from '#categories/stored-listing.ts'
import type { AccountExport } from '#contract/account-export.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { photoSrc } from '#contract/photos.ts'
import type { Reader } from '../contact/contact-read-queries.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { findFormerPrices } from '../listings/posting/price-queries.ts'
import { findMailsTo } from '../mail/mail-jobs.ts'
import { photoUrl } from '../photos/photo-name.ts'
import { countFavouritesBySeller } from '../saved/favourites/favourite-queries.ts'

interface ExportedListingRow {
  id: number
  category: string
  title: string
  price_cents: number
  description: string
  details: string
  photos: string
  posted_at: number
  updated_at: number
  status: ListingStatus
  ends_at: number
  renewed_at: number | null
}

const toIso = (time: number) => new Date(time).toISOString()

export async function exportListings(db: Db, userId: number): Promise<AccountExport['listings']> {
  const rows = await db.all<ExportedListingRow>(sql`
    SELECT id, category, title, price_cents, description, details, photos, posted_at, updated_at,
      status, ends_at, renewed_at
    FROM listings WHERE seller_id = ${userId} ORDER BY id`)
  const viewsByListing = Map.groupBy(
    await findDailyViews(db, userId),
    ({ listing_id }) => listing_id,
  )
  const prices = await findFormerPrices(
    db,
    rows.map(({ id }) => id),
  )
  const savedBy = await countFavouritesBySeller(db, userId)
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    title: row.title,
    price: row.price_cents / 100,
    description: row.description,
    details: parseDetails(row.details),
    photos: JSON.parse(row.photos),
    postedAt: toIso(row.posted_at),
    updatedAt: toIso(row.updated_at),
    status: row.status,
    endsAt: toIso(row.ends_at),
    renewedAt: row.renewed_at === null ? null : toIso(row.renewed_at),
    views: (viewsByListing.get(row.id) ?? []).map(({ day, views }) => ({
      day: toDay(day),
      views,
    })),
    savedBy: savedBy.get(row.id) ?? 0,
    formerPrices: (prices.get(row.id) ?? [])
      .toSorted((a, b) => a.until - b.until)
      .map(({ cents, since, until }) => ({
        price: cents / 100,
        askedFrom: toIso(since),
        askedUntil: toIso(until),
      })),
  }))
}

function findDailyViews(db: Db, userId: number) {
  return db.all<{ listing_id: number; day: number; views: number }>(sql`
    SELECT listing_id, day, views FROM listing_views
    JOIN listings ON listings.id = listing_views.listing_id
    WHERE listings.seller_id = ${userId} ORDER BY day`)
}

export async function exportSessions(db: Db, userId: number): Promise<AccountExport['sessions']> {
  const rows = await db.all<{
    device: string | null
    created_at: number
    refreshed_at: number
    last_used_at: number
  }>(sql`
    SELECT device, created_at, refreshed_at, last_used_at FROM sessions
    WHERE user_id = ${userId} ORDER BY created_at`)
  return rows.map((row) => ({
    device: row.device,
    startedAt: toIso(row.created_at),
    lastRefreshedAt: toIso(row.refreshed_at),
    lastUsedAt: toIso(row.last_used_at),
  }))
}

export async function exportSecurityEvents(
  db: Db,
  userId: number,
): Promise<AccountExport['securityEvents']> {
  const rows = await db.all<{ kind: string; device: string | null; created_at: number }>(sql`
    SELECT kind, device, created_at FROM security_events WHERE user_id = ${userId} ORDER BY id`)
  return rows.map(({ kind, device, created_at }) => ({
    kind,
    device,
    happenedAt: toIso(created_at),
  }))
}

interface ExpiringRow {
  created_at: number
  expires_at: number
}

const toAskedAndExpires = ({ created_at, expires_at }: ExpiringRow) => ({
  askedAt: toIso(created_at),
  expiresAt: toIso(expires_at),
})

export async function exportResets(db: Db, userId: number): Promise<AccountExport['resets']> {
  const rows = await db.all<ExpiringRow>(sql`
    SELECT created_at, expires_at FROM password_resets WHERE user_id = ${userId}`)
  return rows.map(toAskedAndExpires)
}

export async function exportConfirmationCodes(
  db: Db,
  userId: number,
): Promise<AccountExport['confirmationCodes']> {
  const rows = await db.all<ExpiringRow>(sql`
    SELECT created_at, expires_at FROM confirmation_codes WHERE user_id = ${userId} ORDER BY id`)
  return rows.map(toAskedAndExpires)
}

const toDay = (dayNumber: number) => toIso(dayNumber * dayMs).slice(0, 10)

export async function exportAddressesSeen(
  db: Db,
  reader: Reader,
): Promise<AccountExport['addressesSeen']> {
  const rows = await db.all<{ day: number; seller_id: number }>(sql`
    SELECT day, seller_id FROM contact_reads WHERE reader = ${reader}
    ORDER BY day, seller_id`)
  return rows.map(({ day, seller_id }) => ({ day: toDay(day), sellerId: seller_id }))
}

/** How many, not who: the readers are other students. */
export async function exportAddressSeenBy(
  db: Db,
  userId: number,
): Promise<AccountExport['addressSeenBy']> {
  const rows = await db.all<{ day: number; readers: number }>(sql`
    SELECT day, COUNT(*) AS readers FROM contact_reads WHERE seller_id = ${userId}
    GROUP BY day ORDER BY day`)
  return rows.map(({ day, readers }) => ({ day: toDay(day), readers }))
}

export async function exportUploads(db: Db, userId: number): Promise<AccountExport['uploads']> {
  const rows = await db.all<{ name: string; bytes: number; uploaded_at: number }>(sql`
    SELECT name, bytes, uploaded_at FROM photos WHERE uploader_id = ${userId} ORDER BY uploaded_at`)
  return rows.map(({ name, bytes, uploaded_at }) => ({
    url: photoSrc(photoUrl(name)),
    bytes,
    uploadedAt: toIso(uploaded_at),
  }))
}

export async function exportMails(db: Db, userId: number): Promise<AccountExport['mails']> {
  return (await findMailsTo(db, userId)).map(({ subject, writtenAt, sentAt }) => ({
    subject,
    writtenAt: toIso(writtenAt),
    sentAt: sentAt === null ? null : toIso(sentAt),
  }))
}
