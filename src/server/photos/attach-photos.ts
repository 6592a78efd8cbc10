import type { PhotoInfo, UploadedPhoto } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { photoNameFromUrl, photoUrl } from './photo-name.ts'
import { type PhotoRow, replacePhotoUses, touchPhotos } from './photo-queries.ts'

/**
 * Replaces the photos of a listing, in the transaction that saves it. Photos that are no longer referenced stay
 * until `deleteUnusedPhotos` finds them.
 */
export async function attachPhotos(
  tx: Db,
  listingId: number,
  urls: string[],
  now: number,
): Promise<PhotoInfo[]> {
  const names = urls.map(photoNameFromUrl).filter((name) => name !== undefined)
  const rows = await touchPhotos(tx, [...new Set(names)], now)
  const rowsByName = new Map(rows.map((row) => [row.name, row]))
  const photos = urls.map((url) => findPhotoInfo(url, rowsByName))
  await replacePhotoUses(tx, listingId, [...rowsByName.keys()])
  return photos
}

function findPhotoInfo(url: string, rowsByName: Map<string, PhotoRow>): PhotoInfo {
  const row = rowsByName.get(photoNameFromUrl(url) ?? '')
  if (row) return toPhotoInfo(row)
  if (isHttpUrl(url)) return { url, width: null, height: null, preview: null }
  const message = 'One of the photos is no longer here. Remove it and add it again.'
  throw new AppError('bad_request', message, { fields: { photos: message } })
}

function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export function toPhotoInfo({ name, width, height, preview }: PhotoRow): UploadedPhoto {
  return { url: photoUrl(name), width, height, preview }
}
