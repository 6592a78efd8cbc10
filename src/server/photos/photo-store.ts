/** One size of a photo. `width` names the variant; the image of a smaller photo is narrower. */
export interface PhotoVariant {
  width: number
  bytes: Uint8Array
}

export interface StoredPhoto {
  name: string
  /** When the photo was stored, in milliseconds since the epoch. */
  storedAt: number
}

/** A photo that is no longer served. Its `quarantineId` serves to restore or discard it. */
export interface QuarantinedPhoto {
  quarantineId: string
  name: string
  quarantinedAt: number
}

export interface Fingerprint {
  size: number
  /** The checksum in hexadecimal, or undefined for an object that another program uploaded. */
  sha256: string | undefined
}

/** Stores the image files of photos, by name and width. */
export interface PhotoStore {
  /** Resolves once the variants are durable. Existing files are never overwritten. */
  put(name: string, variants: PhotoVariant[]): Promise<void>
  get(name: string, width: number): Promise<Buffer | undefined>
  /** Resolves to true if all these variants exist. */
  has(name: string, widths: readonly number[]): Promise<boolean>
  fingerprint(name: string, width: number): Promise<Fingerprint | undefined>
  /** Lists all photos that are not quarantined, in pages. */
  list(): AsyncIterable<StoredPhoto[]>
  listQuarantined(): Promise<QuarantinedPhoto[]>
  /** Resolves to the quarantine id, or to undefined if the photo does not exist. */
  quarantine(name: string): Promise<string | undefined>
  restore(quarantineId: string): Promise<void>
  discard(quarantineId: string): Promise<void>
  /** Deletes the files of writes that were interrupted before this time. */
  deleteIncomplete(before: number): Promise<void>
  /** Closes the connections, if the store is on the network. */
  close?(): void
}
