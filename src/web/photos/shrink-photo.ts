import { photoLimits } from '#contract/photos.ts'

/** Larger than any displayed width: more pixels would only slow the upload. */
const maxSidePx = 2048
const quality = 0.86

/** What the server reads. Of the others, browsers that decode HEIC send a JPEG; the server says what to do with the rest. */
const uploadTypes = /^image\/(jpeg|png|webp|avif|gif)$/

/** The dimensions to draw it in, or undefined if the photo can be uploaded as it is. */
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

/** Draws a large photo, or one in a format of phones only, as JPEG, with its EXIF orientation applied; a file this browser cannot decode is returned unchanged. */
export async function shrinkPhoto(file: File): Promise<Blob> {
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
