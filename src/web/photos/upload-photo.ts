import { apiPaths } from '#contract/paths.ts'
import { photoLimits, type UploadedPhoto } from '#contract/photos.ts'
import { ApiError, offlineMessage } from '../queries/api.ts'

/** Shrinks and uploads one photo. Resolves with its URL. */
export async function uploadPhoto(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const photo = await shrinkPhoto(file)
  signal.throwIfAborted()
  const body = toForm(photo, file.name)
  return (await sendFile<UploadedPhoto>(apiPaths.upload, body, onProgress, signal)).url
}

export function toForm(file: Blob, name: string): FormData {
  const body = new FormData()
  body.append('image', file, name)
  return body
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function sendFile<Result>(
  path: string,
  body: FormData,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) resolve(request.response)
      else reject(new ApiError(request.status, request.response ?? {}))
    }
    request.onerror = () => reject(new Error(offlineMessage))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** The longest side of an uploaded photo. It is larger than any displayed width: more pixels would only slow the upload. */
export const maxSidePx = 2048
const quality = 0.86

/**
 * The types that the server reads. Browsers that can decode HEIC send a JPEG. For other types, the server says what to do.
 */
const uploadTypes = /^image\/(jpeg|png|webp|avif|gif)$/

/** Returns the size to draw the photo in, or undefined if it can be uploaded as it is. */
export function shrunkSize(
  width: number,
  height: number,
  { size, type }: Pick<File, 'size' | 'type'>,
) {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  if (scale === 1 && size <= photoLimits.maxBytes && uploadTypes.test(type)) return undefined
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/**
 * Draws a large photo, or one in a format that only phones use, as JPEG with its EXIF orientation applied. Returns a file
 * unchanged if this browser cannot decode it.
 */
async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = shrunkSize(image.width, image.height, file)
    const shrunk = size && (await draw(image, size))
    image.close()
    return shrunk ?? file
  } catch {
    return file
  }
}

function draw(image: ImageBitmap, { width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no alpha channel: transparent pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
