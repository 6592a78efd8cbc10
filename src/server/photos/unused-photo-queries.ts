import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { isOfHeldStudent } from '../students/restrictions/requests.ts'

const isHeld = isOfHeldStudent(sql`photos.uploader_id`)

export interface UnusedPhoto {
  name: string
  uploaded_at: number
}

/**
 * Finds photos that are marked as unused, the earliest upload first, except those of a student on hold. Triggers on
 * `photo_uses` set the mark.
 */
export function findUnusedPhotos(
  db: Db,
  { before, after, limit }: { before: number; after: UnusedPhoto; limit: number },
): Promise<UnusedPhoto[]> {
  return db.all<UnusedPhoto>(sql`
    SELECT name, uploaded_at FROM photos WHERE is_unused = 1 AND uploaded_at < ${before}
      AND (uploaded_at, name) > (${after.uploaded_at}, ${after.name}) AND NOT ${isHeld}
    ORDER BY uploaded_at, name LIMIT ${limit}`)
}

/** Corrects the marks of some photos, in the order of their names. Returns the last name if there may be more. */
export async function correctUnusedMarks(
  db: Db,
  afterName: string,
  limit: number,
): Promise<string | undefined> {
  const isUnused = sql`
    CASE WHEN EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = name) THEN 0 ELSE 1 END`
  const photos = await db.all<{ name: string; is_marked: number; is_unused: number }>(sql`
    SELECT name, is_unused AS is_marked, ${isUnused} AS is_unused FROM photos
    WHERE name > ${afterName} ORDER BY name LIMIT ${limit}`)
  const wrong = photos.filter(({ is_marked, is_unused }) => is_marked !== is_unused)
  for (const { name } of wrong) {
    await db.run(sql`UPDATE photos SET is_unused = ${isUnused} WHERE name = ${name}`)
  }
  return photos.length === limit ? photos.at(-1)?.name : undefined
}

/**
 * Deletes the row of an unused photo. Returns false if, since the photo was read, a listing references it or it was
 * uploaded again.
 */
export async function deleteUnusedPhotoRow(db: Db, name: string, before: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM photos WHERE name = ${name} AND uploaded_at < ${before}
    AND NOT EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = photos.name) AND NOT ${isHeld}`)
  return changes > 0
}
