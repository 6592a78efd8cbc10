import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'

interface ListingRow {
  id: number
  category: string
  title: string
  price_cents: number
  description: string
  details: string
  photos: string
  posted_at: number
  updated_at: number
}

const iso = (time: number) => new Date(time).toISOString()
const isoOrNull = (time: number | null) => (time === null ? null : iso(time))

export async function ownListings(db: Db, userId: number): Promise<AccountExport['listings']> {
  const rows = await db.all<ListingRow>(sql`
    SELECT id, category, title, price_cents, description, details, photos, posted_at, updated_at
    FROM listings WHERE seller_id = ${userId} ORDER BY id`)
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    title: row.title,
    price: row.price_cents / 100,
    description: row.description,
    details: JSON.parse(row.details),
    photos: JSON.parse(row.photos),
    postedAt: iso(row.posted_at),
    updatedAt: iso(row.updated_at),
  }))
}

export async function ownSessions(db: Db, userId: number): Promise<AccountExport['sessions']> {
  const rows = await db.all<{ created_at: number; refreshed_at: number }>(sql`
    SELECT created_at, refreshed_at FROM sessions WHERE user_id = ${userId} ORDER BY created_at`)
  return rows.map((row) => ({
    startedAt: iso(row.created_at),
    lastRefreshedAt: iso(row.refreshed_at),
  }))
}

export async function ownUploads(db: Db, userId: number): Promise<AccountExport['uploads']> {
  const rows = await db.all<{ name: string; uploaded_at: number }>(sql`
    SELECT name, uploaded_at FROM photos WHERE uploader_id = ${userId} ORDER BY uploaded_at`)
  return rows.map((row) => ({ name: row.name, uploadedAt: iso(row.uploaded_at) }))
}

export async function mailsTo(db: Db, email: string): Promise<AccountExport['mails']> {
  const rows = await db.all<{ subject: string; created_at: number; sent_at: number | null }>(sql`
    SELECT subject, created_at, sent_at FROM outgoing_mail WHERE to_address = ${email} ORDER BY id`)
  return rows.map((row) => ({
    subject: row.subject,
    writtenAt: iso(row.created_at),
    sentAt: isoOrNull(row.sent_at),
  }))
}
