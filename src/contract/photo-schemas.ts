import { z } from 'zod'
import type { PhotoInfo, UploadedPhoto } from './photos.ts'

export const uploadedPhoto: z.ZodType<UploadedPhoto> = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  preview: z.string(),
})

/** An entry of `photo_info`, which stands beside `photos` in the same order. */
export const photoInfo: z.ZodType<PhotoInfo> = z.union([
  uploadedPhoto,
  z.object({ url: z.string(), width: z.null(), height: z.null(), preview: z.null() }),
])
