/** A part of a photo, in percent of its sides. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

export interface PhotoEdit {
  /** Quarter turns, clockwise. */
  turns: number
  /** The part to keep of the turned photo. */
  crop: CropArea
}

export const wholePhoto: CropArea = { x: 0, y: 0, width: 100, height: 100 }

interface Size {
  width: number
  height: number
}

/** Returns what an edit draws: the size of the turned photo, the pixels of it that stay, and the size of the result. */
export function editedSizes(
  { width, height }: Size,
  { turns, crop }: PhotoEdit,
  maxSidePx: number,
) {
  const turned = turns % 2 === 0 ? { width, height } : { width: height, height: width }
  const share = (percent: number, side: number) => Math.round((percent / 100) * side)
  const x = Math.min(share(crop.x, turned.width), turned.width - 1)
  const y = Math.min(share(crop.y, turned.height), turned.height - 1)
  const area = {
    x,
    y,
    width: Math.max(1, Math.min(share(crop.width, turned.width), turned.width - x)),
    height: Math.max(1, Math.min(share(crop.height, turned.height), turned.height - y)),
  }
  const scale = Math.min(1, maxSidePx / Math.max(area.width, area.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const result = { width: scaled(area.width), height: scaled(area.height) }
  return { turned, area, result }
}

const quality = 0.92

/** Draws a photo, turned and cropped, as JPEG. Rejects if this browser cannot decode it. */
export async function drawEdited(photo: Blob, edit: PhotoEdit, maxSidePx: number): Promise<Blob> {
  const image = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const { turned, area, result } = editedSizes(image, edit, maxSidePx)
  const canvas = Object.assign(document.createElement('canvas'), result)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on')
  // JPEG has no alpha channel: transparent pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, result.width, result.height)
  context.imageSmoothingQuality = 'high'
  context.scale(result.width / area.width, result.height / area.height)
  context.translate(turned.width / 2 - area.x, turned.height / 2 - area.y)
  context.rotate((edit.turns * Math.PI) / 2)
  context.drawImage(image, -image.width / 2, -image.height / 2)
  image.close()
  const drawn = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (!drawn) throw new Error('The photo could not be drawn')
  return drawn
}

/** Returns the name of an edited photo, which is a JPEG. */
export const editedName = (name: string): string => name.replace(/(\.\w+)?$/, '.jpg')

/** Returns the address of the largest variant of an uploaded photo. */
export const largestVariant = (src: string): string => src.replace(/-\d+\.webp$/, '.webp')

/** Loads an uploaded photo from this site. A CDN may not let pages read its photos. */
export async function loadPhoto(src: string, signal: AbortSignal): Promise<File> {
  const response = await fetch(src, { signal })
  if (!response.ok) throw new Error(`The photo could not be loaded: ${response.status}`)
  const photo = await response.blob()
  return new File([photo], 'photo.webp', { type: photo.type })
}
