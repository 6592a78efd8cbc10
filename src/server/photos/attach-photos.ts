import type { PhotoInfo, UploadedPhoto } from '#contract/photos.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { ParsePhotoAddress } from './photo-address.ts'
import { photoUrl } from './photo-name.ts'
import { type PhotoRow, replacePhotoUses, touchPhotos } from './photo-queries.ts'

export interface PhotosOfListing {
  listingId: number
  sellerId: number
  urls: string[]
  /** The photos that the listing had before. They may stay, whatever rule they were saved under. */
  savedUrls?: string[]
}

/**
 * Replaces the photos of a listing in the transaction that saves it. Photos are the seller's own uploads, and links.
 * Photos that are no longer referenced stay until `deleteUnusedPhotos` deletes them.
 */
export async function attachPhotos(
  tx: Db,
  { listingId, sellerId, urls, savedUrls = [] }: PhotosOfListing,
  { parsePhotoAddress, now }: { parsePhotoAddress: ParsePhotoAddress; now: number },
): Promise<PhotoInfo[]> {
  const photos = urls.map((url) => ({ url, address: parsePhotoAddress(url) }))
  const names = photos.flatMap(({ address }) =>
    address && 'uploadName' in address ? address.uploadName : [],
  )
  const rows = await touchPhotos(tx, [...new Set(names)], { listingId, sellerId, now })
  const rowsByName = new Map(rows.map((row) => [row.name, row]))
  const infos = photos.map(({ url, address }) => {
    const row = address && 'uploadName' in address && rowsByName.get(address.uploadName)
    if (row && row.taken_down === 1) throw photoTakenDown()
    if (row) return toUploadedPhoto(row)
    if ((address && 'externalUrl' in address) || savedUrls.includes(url)) return externalPhoto(url)
    throw photoNotFound()
  })
  await replacePhotoUses(tx, listingId, [...rowsByName.keys()])
  return infos
}

export function toUploadedPhoto({ name, width, height, preview }: PhotoRow): UploadedPhoto {
  return { url: photoUrl(name), width, height, preview }
}

const externalPhoto = (url: string): PhotoInfo => ({
  url,
  width: null,
  height: null,
  preview: null,
})

const photoNotFound = () => photosError('One of your photos is gone. Remove it and add it again.')

const photoTakenDown = () =>
  photosError('One of your photos was taken down with another listing. Remove it here.')

const photosError = (message: string) =>
  new AppError('bad_request', message, { fields: { photos: message } })
