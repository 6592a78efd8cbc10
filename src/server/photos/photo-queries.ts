import sql, { join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'

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
}

/** Inserts the row, or updates uploader and upload time of the existing one. */
export async function upsertPhoto(db: Db, photo: NewPhoto) {
  await db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
    VALUES (${photo.name}, ${photo.width}, ${photo.height}, ${photo.preview}, ${photo.bytes},
      ${photo.uploader_id}, ${photo.uploaded_at})
    ON CONFLICT (name) DO UPDATE
    SET uploader_id = excluded.uploader_id, uploaded_at = excluded.uploaded_at`)
}

export function touchUploadedPhoto(db: Db, name: string, uploaderId: number, now: number) {
  return db.get<PhotoRow>(sql`
    UPDATE photos SET uploader_id = ${uploaderId}, uploaded_at = ${now} WHERE name = ${name}
    RETURNING name, width, height, preview`)
}

/**
 * The photos that a listing may show: those its seller uploaded, and those it shows already. Sets their upload time to
 * now, so that a concurrent deleteUnusedPhotos keeps them.
 */
export async function touchPhotos(
  db: Db,
  names: string[],
  { listingId, sellerId, now }: { listingId: number; sellerId: number; now: number },
): Promise<PhotoRow[]> {
  if (names.length === 0) return []
  return db.all<PhotoRow>(sql`
    UPDATE photos SET uploaded_at = ${now} WHERE name IN (${join(names)})
    AND (uploader_id = ${sellerId} OR name IN (
      SELECT photo_name FROM photo_uses WHERE listing_id = ${listingId}))
    RETURNING name, width, height, preview`)
}

export async function replacePhotoUses(db: Db, listingId: number, names: string[]) {
  await db.run(sql`DELETE FROM photo_uses WHERE listing_id = ${listingId}`)
  if (names.length === 0) return
  const uses = join(names.map((name) => sql`(${name}, ${listingId})`))
  await db.run(sql`INSERT INTO photo_uses (photo_name, listing_id) VALUES ${uses}`)
}

/** A page of all photos in the order of their names; small, because a long query blocks others on SQLite. */
export function findPhotosAfter(db: Db, name: string, limit: number) {
  return db.all<{ name: string; uploaded_at: number; used: number }>(sql`
    SELECT name, uploaded_at, CASE WHEN EXISTS (
      SELECT 1 FROM photo_uses WHERE photo_name = photos.name
    ) THEN 1 ELSE 0 END AS used
    FROM photos WHERE name > ${name} ORDER BY name LIMIT ${limit}`)
}

/** False if a listing references the photo, or it was uploaded again, since it was read. */
export async function deleteUnusedPhotoRow(db: Db, name: string, before: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM photos WHERE name = ${name} AND uploaded_at < ${before}
    AND NOT EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = photos.name)`)
  return changes > 0
}

/** A photo that a user uploaded or references; `uploaded_at` tells whether it was touched since. */
export interface UserPhoto {
  name: string
  uploaded_at: number
}

export function findUserPhotos(db: Db, userId: number): Promise<UserPhoto[]> {
  return db.all<UserPhoto>(sql`
    SELECT name, uploaded_at FROM photos WHERE uploader_id = ${userId} OR name IN (
      SELECT photo_name FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
      WHERE listings.seller_id = ${userId})`)
}

/** After the user is deleted. False if another user references the photo, or has uploaded it too. */
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

/** Whether all listings that show the photo are hidden or removed. */
export async function isPhotoTakenDown(db: Db, name: string): Promise<boolean> {
  const row = await db.get<{ taken_down: number | null }>(sql`
    SELECT min(CASE WHEN status IN ('hidden', 'removed') THEN 1 ELSE 0 END) AS taken_down
    FROM photo_uses JOIN listings ON listings.id = photo_uses.listing_id
    WHERE photo_name = ${name}`)
  return row?.taken_down === 1
}

export async function showsPhoto(db: Db, listingId: number, name: string): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM photo_uses WHERE photo_name = ${name} AND listing_id = ${listingId}`)
  return row !== undefined
}
