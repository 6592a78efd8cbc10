import { readEntries } from '#categories/entries.ts'

const addressKeys = ['url', 'src', 'path', 'href']

/** The address of a photo given as a text or as an object with url, src, path or href. */
export function photoAddress(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry.trim() || undefined
  if (typeof entry !== 'object' || entry === null) return undefined
  const values = addressKeys.map((key) => (entry as Record<string, unknown>)[key])
  return values.find((value) => typeof value === 'string' && value.trim() !== '') as
    | string
    | undefined
}

/** The photos of a list of any known shape; what is no photo is left out. Never throws. */
export function readPhotoList(value: unknown): string[] {
  return readEntries(value)
    .map(photoAddress)
    .filter((address) => address !== undefined)
}
