import type { PhotoInfo } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { photoNameIn, photoUrl } from './photo-name.ts'
import { type PhotoRow, renewPhotos, replaceUses } from './photo-queries.ts'

/**
 * Makes these the photos of a listing, in the transaction that saves it, and tells what is known of each.
 * Photos the listing no longer names are let go; a sweep removes them once nobody uses them.
 */
export async function attachPhotos(
  tx: Db,
  listingId: number,
  urls: string[],
  now: number,
): Promise<PhotoInfo[]> {
  const names = [...new Set(urls.map(photoNameIn).filter((name) => name !== undefined))]
  const rows = await renewPhotos(tx, names, now)
  const known = new Map(rows.map((row) => [row.name, row]))
  const info = urls.map((url) => describe(url, known))
  await replaceUses(tx, listingId, [...known.keys()])
  return info
}

function describe(url: string, known: Map<string, PhotoRow>): PhotoInfo {
  const row = known.get(photoNameIn(url) ?? '')
  if (row) return photoInfoOf(row)
  if (isWebAddress(url)) return { url, width: null, height: null, preview: null }
  const message = 'One of the photos is no longer here. Remove it and add it again.'
  throw new AppError('bad_request', message, { fields: { photos: message } })
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export function photoInfoOf({ name, width, height, preview }: PhotoRow) {
  return { url: photoUrl(name), width, height, preview }
}
