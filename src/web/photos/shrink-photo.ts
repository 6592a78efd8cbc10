import { photoLimits } from '#contract/photos.ts'

/** More than any screen shows of a photo; what is larger only costs the student time. */
const longestSide = 2048
const quality = 0.86

/** The size that fits, or undefined where the photo is fine as it is. */
export function shrunkSize(width: number, height: number, bytes: number) {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  if (scale === 1 && bytes <= photoLimits.bytes) return undefined
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** The photo, smaller and upright where it is large; a file this browser cannot read stays as it is. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = shrunkSize(image.width, image.height, file.size)
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
  // JPEG knows no transparency: without a ground it would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
