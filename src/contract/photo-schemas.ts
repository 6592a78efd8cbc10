import { z } from 'zod'
import { parseList } from '#categories/coercion.ts'
import { maxPhotos, type PhotoInfo, type UploadedPhoto } from './photos.ts'

export const uploadedPhoto: z.ZodType<UploadedPhoto> = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  preview: z.string(),
})

/** An item of `photo_info`, which has the order of `photos`. */
export const photoInfo: z.ZodType<PhotoInfo> = z.union([
  uploadedPhoto,
  z.object({ url: z.string(), width: z.null(), height: z.null(), preview: z.null() }),
])

const maxUrlLength = 2_000

const photoUrl = z
  .string('Each photo must be a link')
  .max(maxUrlLength, 'A photo link is too long')
  .refine(isPhotoUrl, 'Photos must be uploaded here or be http(s) links')

function isPhotoUrl(url: string): boolean {
  if (/^\/uploads\/[\w-]+(\.\w+)?$/.test(url)) return true
  return /^https?:\/\/[^\s\\<>"\p{Cc}\p{Cs}]+$/iu.test(url) && z.url().safeParse(url).success
}

/** The photos of a create or update, cover first, as an array, a JSON text or a comma-separated text. */
export const photosInput = z.preprocess(
  (value) => parseList(value).map(toPhotoUrl),
  z.array(photoUrl).max(maxPhotos, `A listing has at most ${maxPhotos} photos`),
)

/** Accepts a text or an object with url, src, path or href. Uploads are stored without the /api prefix. */
function toPhotoUrl(item: unknown): unknown {
  const { url, src, path, href } = (item ?? {}) as Record<string, unknown>
  const text = [item, url, src, path, href]
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .find((value) => value !== '')
  return text === undefined ? item : text.replace(/^\/api(?=\/uploads\/)/, '')
}
