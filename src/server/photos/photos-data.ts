import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import { photoSrc } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { toIso } from '../durations.ts'
import { photoUrl } from './photo-name.ts'

/**
 * The tables of photos. A deleted account leaves its photos without an uploader, and their files are deleted after the
 * commit.
 */
export const photosData: RoomData = {
  tables: {
    photos: { key: ['name'], references: ['users'] },
    photo_uses: { key: ['photo_name', 'listing_id'], references: ['photos', 'listings'] },
  },
  async export(db, { id }) {
    return { uploads: await exportUploads(db, id) }
  },
}

async function exportUploads(db: Db, studentId: number): Promise<AccountExport['uploads']> {
  const rows = await db.all<{ name: string; bytes: number; uploaded_at: number }>(sql`
    SELECT name, bytes, uploaded_at FROM photos WHERE uploader_id = ${studentId} ORDER BY uploaded_at`)
  return rows.map(({ name, bytes, uploaded_at }) => ({
    url: photoSrc(photoUrl(name)),
    bytes,
    uploadedAt: toIso(uploaded_at),
  }))
}
