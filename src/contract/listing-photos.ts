import { z } from 'zod'
import { readEntries } from '#categories/entries.ts'
import { photoAddress } from './photo-lists.ts'

export const mostPhotos = 10
const longestAddress = 2_000

const required = 'Listing photos are required'

/** A photo uploaded here is stored without the API's prefix, however it was sent. */
const ownAddress = (address: string) => address.replace(/^\/api(?=\/uploads\/)/, '')

function isPhotoAddress(address: string): boolean {
  if (/^\/uploads\/[\w-]+(\.\w+)?$/.test(address)) return true
  return /^https?:\/\/[^\s\\<>"\p{Cc}\p{Cs}]+$/iu.test(address) && URL.canParse(address)
}

const photo = z
  .string('Each photo must be an address')
  .max(longestAddress, 'A photo address is too long')
  .refine(isPhotoAddress, 'Photos must be uploaded here or be http(s) links')

function readPhotos(value: unknown): unknown[] {
  return readEntries(value).map((entry) => {
    const address = photoAddress(entry)
    return address === undefined ? entry : ownAddress(address)
  })
}

/** The photos a listing is saved with, cover first. */
export const photosInput = z.preprocess(
  readPhotos,
  z.array(photo).min(1, required).max(mostPhotos, `A listing has at most ${mostPhotos} photos`),
)
