import sql, { join, raw } from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../database/database.ts'
import { isInMailbox } from '../students/user-queries.ts'
import { countDifferentBits, maxDifferentBits, type PhotoHash } from './difference-hash.ts'
import { type BandsRow, bandNumbers, readHash, selectBands } from './hash-bands.ts'

export interface PhotoRow {
  name: string
  width: number
  height: number
  preview: string
}

export interface NewPhoto extends PhotoRow {
  bytes: number
  uploader_id: number
  uploaded_at: number
  hash: PhotoHash | undefined
}

/** Inserts the row. For an existing photo, updates only the uploader, the time and the hash. */
export async function upsertPhoto(db: Db, photo: NewPhoto) {
  const firstUploadedAt = await findFirstUpload(db, photo)
  await db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at,
      first_uploaded_at, hashed_at, band_1, band_2, band_3, band_4)
    VALUES (${photo.name}, ${photo.width}, ${photo.height}, ${photo.preview}, ${photo.bytes},
      ${photo.uploader_id}, ${photo.uploaded_at}, ${firstUploadedAt}, ${photo.uploaded_at},
      ${join(bandsOf(photo.hash))})
    ON CONFLICT (name) DO UPDATE
    SET uploader_id = excluded.uploader_id, uploaded_at = excluded.uploaded_at,
      hashed_at = excluded.hashed_at, band_1 = excluded.band_1, band_2 = excluded.band_2,
      band_3 = excluded.band_3, band_4 = excluded.band_4`)
}

/** Returns when the uploader first uploaded this photo or a near copy. A better copy keeps the first upload time. */
async function findFirstUpload(db: Db, { hash, uploader_id, uploaded_at }: NewPhoto) {
  if (!hash) return uploaded_at
  const sharesBand = join(
    bandNumbers.map((band) => sql`${raw(`band_${band}`)} = ${hash[band - 1]}`),
    ' OR ',
  )
  const own = await db.all<BandsRow & { first_uploaded_at: number }>(sql`
    SELECT first_uploaded_at, ${selectBands('photos')} FROM photos
    WHERE uploader_id = ${uploader_id} AND band_1 IS NOT NULL AND (${sharesBand})`)
  const copies = own.filter((row) => countDifferentBits(readHash(row), hash) <= maxDifferentBits)
  return Math.min(uploaded_at, ...copies.map((row) => row.first_uploaded_at))
}

const bandsOf = (hash: PhotoHash | undefined) => hash ?? [null, null, null, null]

/** Finds photos that a version without hashes stored. */
export function findPhotosNotHashed(db: Db, limit: number) {
  return db.all<{ name: string }>(
    sql`SELECT name FROM photos WHERE hashed_at IS NULL ORDER BY name LIMIT ${limit}`,
  )
}

export async function updatePhotoHash(
  db: Db,
  name: string,
  { hash, now }: { hash: PhotoHash | undefined; now: number },
) {
  const [first, second, third, fourth] = bandsOf(hash)
  await db.run(sql`
    UPDATE photos SET hashed_at = ${now}, band_1 = ${first}, band_2 = ${second},
      band_3 = ${third}, band_4 = ${fourth}
    WHERE name = ${name}`)
}

export function touchUploadedPhoto(db: Db, name: string, uploaderId: number, now: number) {
  return db.get<PhotoRow>(sql`
    UPDATE photos SET uploader_id = ${uploaderId}, uploaded_at = ${now}
    WHERE name = ${name} AND taken_down_at IS NULL
    RETURNING name, width, height, preview`)
}

/** Reasons that are not about the content of a listing, so its photos may be used again. */
const harmlessReasons: ReportReason[] = ['gone', 'duplicate', 'wrong_category']

/** An SQL condition on `listings`. */
const isTakenDownWithPhotos = sql`listings.status IN ('hidden', 'removed') AND NOT EXISTS (
  SELECT 1 FROM moderation_log WHERE moderation_log.id = listings.takedown_id
    AND moderation_log.reason IN (${join(harmlessReasons)}))`

export interface AttachedPhoto extends PhotoRow {
  /** 1 if moderators have taken the photo down with another listing, else 0. */
  taken_down: number
}

/**
 * Finds the photos that a listing may show: its seller's uploads, and photos that it already shows. Sets their upload
 * time to now, so that a concurrent `deleteUnusedPhotos` keeps them.
 */
export async function touchPhotos(
  db: Db,
  names: string[],
  { listingId, sellerId, now }: { listingId: number; sellerId: number; now: number },
): Promise<AttachedPhoto[]> {
  if (names.length === 0) return []
  const isShown = sql`name IN (SELECT photo_name FROM photo_uses WHERE listing_id = ${listingId})`
  return db.all<AttachedPhoto>(sql`
    UPDATE photos SET uploaded_at = ${now} WHERE name IN (${join(names)})
    AND (uploader_id = ${sellerId} OR ${isShown})
    RETURNING name, width, height, preview, CASE WHEN NOT ${isShown} AND (
      taken_down_at IS NOT NULL OR EXISTS (
        SELECT 1 FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
        WHERE photo_name = photos.name AND ${isTakenDownWithPhotos})
    ) THEN 1 ELSE 0 END AS taken_down`)
}

/** Finds the photos of a listing that is taken down. They are marked once the listing no longer shows them. */
export async function findTakenDownPhotos(db: Db, listingId: number): Promise<string[]> {
  const rows = await db.all<{ photo_name: string }>(sql`
    SELECT photo_name FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
    WHERE listing_id = ${listingId} AND ${isTakenDownWithPhotos}`)
  return rows.map((row) => row.photo_name)
}

/** Marks the photos that the listing no longer shows. The mark stays until the photo is deleted. */
export async function markTakenDown(
  db: Db,
  names: string[],
  { listingId, now }: { listingId: number; now: number },
) {
  if (names.length === 0) return
  await db.run(sql`
    UPDATE photos SET taken_down_at = ${now} WHERE name IN (${join(names)})
    AND name NOT IN (SELECT photo_name FROM photo_uses WHERE listing_id = ${listingId})`)
}

export async function isMarkedTakenDown(db: Db, name: string): Promise<boolean> {
  const row = await db.get(
    sql`SELECT 1 AS found FROM photos WHERE name = ${name} AND taken_down_at IS NOT NULL`,
  )
  return row !== undefined
}

/**
 * Returns true if a photo of this mailbox that looks the same is taken down. Changing a byte in the file changes only
 * its name.
 */
export async function isCopyTakenDown(
  db: Db,
  { hash, mailbox }: { hash: PhotoHash | undefined; mailbox: string },
): Promise<boolean> {
  if (!hash) return false
  const [first, second, third, fourth] = hash
  const row = await db.get(sql`
    SELECT 1 AS found FROM photos
    WHERE band_1 = ${first} AND band_2 = ${second} AND band_3 = ${third} AND band_4 = ${fourth}
      AND uploader_id IN (SELECT id FROM users WHERE ${isInMailbox(db, sql`email`, mailbox)})
      AND (taken_down_at IS NOT NULL OR EXISTS (
        SELECT 1 FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
        WHERE photo_name = photos.name AND ${isTakenDownWithPhotos}))
    LIMIT 1`)
  return row !== undefined
}

export async function replacePhotoUses(db: Db, listingId: number, names: string[]) {
  await db.run(sql`DELETE FROM photo_uses WHERE listing_id = ${listingId}`)
  if (names.length === 0) return
  const uses = join(names.map((name) => sql`(${name}, ${listingId})`))
  await db.run(sql`INSERT INTO photo_uses (photo_name, listing_id) VALUES ${uses}`)
}

/** A photo that a user uploaded or references. `uploaded_at` shows whether it was touched since. */
export interface UserPhoto {
  name: string
  uploaded_at: number
}

export function findUserPhotos(db: Db, studentId: number): Promise<UserPhoto[]> {
  return db.all<UserPhoto>(sql`
    SELECT name, uploaded_at FROM photos WHERE uploader_id = ${studentId} OR name IN (
      SELECT photo_name FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
      WHERE listings.seller_id = ${studentId})`)
}

/**
 * Deletes the row of a photo. Call it after the user is deleted. Returns false if another user references the photo or
 * has uploaded it too.
 */
export async function deleteUserPhotoRow(
  db: Db,
  { name, uploaded_at }: UserPhoto,
): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM photos
    WHERE name = ${name} AND uploaded_at = ${uploaded_at} AND uploader_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = photos.name)`)
  return changes > 0
}

/** Returns the student's mailbox, or undefined if the student is deleted. */
export async function findMailbox(db: Db, studentId: number): Promise<string | undefined> {
  const row = await db.get<{ email: string }>(sql`SELECT email FROM users WHERE id = ${studentId}`)
  return row && mailboxOf(row.email)
}

/**
 * Adds up the bytes of all photos of a mailbox's accounts, and of those uploaded since `unusedSince` that no listing
 * shows.
 */
export async function sumPhotoBytesOfMailbox(
  db: Db,
  mailbox: string,
  { unusedSince }: { unusedSince: number },
): Promise<{ total: number; unused: number }> {
  const sums = await db.get<{ total: number; unused: number }>(sql`
    SELECT coalesce(sum(bytes), 0) AS total,
      coalesce(sum(CASE WHEN uploaded_at >= ${unusedSince} AND NOT EXISTS (
        SELECT 1 FROM photo_uses WHERE photo_name = photos.name
      ) THEN bytes END), 0) AS unused
    FROM photos WHERE uploader_id IN (
      SELECT id FROM users WHERE ${isInMailbox(db, sql`email`, mailbox)})`)
  return sums ?? { total: 0, unused: 0 }
}

export async function photoExists(db: Db, name: string): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS found FROM photos WHERE name = ${name}`)) !== undefined
}

export async function findExistingPhotoNames(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM photos WHERE name IN (${join(names)})`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Finds who may read a photo at its public address. Everyone may while it is shown by a listing that is not taken down.
 * Before and after that only the uploader may. Undefined means nobody.
 */
export async function findPhotoAudience(
  db: Db,
  name: string,
): Promise<'everyone' | { uploaderId: number } | undefined> {
  const row = await db.get<{ uploader_id: number | null; uses: number; public_uses: number }>(sql`
    SELECT uploader_id, count(listings.id) AS uses,
      count(CASE WHEN listings.status NOT IN ('hidden', 'removed') THEN 1 END) AS public_uses
    FROM photos LEFT JOIN photo_uses ON photo_uses.photo_name = photos.name
    LEFT JOIN listings ON listings.id = photo_uses.listing_id
    WHERE photos.name = ${name} GROUP BY photos.name`)
  if (row && row.public_uses > 0) return 'everyone'
  return row?.uses === 0 && row.uploader_id !== null ? { uploaderId: row.uploader_id } : undefined
}

export async function showsPhoto(db: Db, listingId: number, name: string): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM photo_uses WHERE photo_name = ${name} AND listing_id = ${listingId}`)
  return row !== undefined
}
