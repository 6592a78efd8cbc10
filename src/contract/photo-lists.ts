import { readEntries } from '#categories/entries.ts'

/** The address of a photo given as a text, or as an object with url, src, path or href. */
export function photoAddress(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry.trim() || undefined
  if (typeof entry !== 'object' || entry === null) return undefined
  const { url, src, path, href } = entry as Record<string, unknown>
  return [url, src, path, href]
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim())
    .find((text) => text !== '')
}

/** The photos of a list of any known shape; what is no photo is left out. Never throws. */
export function readPhotoList(value: unknown): string[] {
  return readEntries(value)
    .map(photoAddress)
    .filter((address) => address !== undefined)
}
