import type { Readable } from 'node:stream'

/** One width of a photo; `width` names the version, the picture itself may be narrower. */
export interface PhotoVersion {
  width: number
  bytes: Uint8Array
}

export interface KeptPhoto {
  name: string
  /** When it was put, in milliseconds. */
  since: number
}

/** A photo out of sight; `ticket` is what brings it back, or away for good. */
export interface PhotoAside extends KeptPhoto {
  ticket: string
}

/** What tells two versions apart without their bytes. */
export interface Fingerprint {
  size: number
  /** In hexadecimal; unknown for what somebody else has put there. */
  sha256: string | undefined
}

/** Where the files of photos are kept. */
export interface PhotoStore {
  /** Resolves once the photo would survive a power cut. One that is there already stays as it is. */
  put(name: string, versions: PhotoVersion[]): Promise<void>
  get(name: string, width: number): Promise<Buffer | undefined>
  /** Where reading takes time: the version as it comes. It breaks off rather than end damaged. */
  stream?(name: string, width: number): Promise<{ size: number; body: Readable } | undefined>
  /** Whether every one of these versions is there. */
  has(name: string, widths: readonly number[]): Promise<boolean>
  fingerprint(name: string, width: number): Promise<Fingerprint | undefined>
  /** Everything kept, a page at a time. */
  list(): AsyncIterable<KeptPhoto[]>
  listAside(): Promise<PhotoAside[]>
  /** Resolves to the ticket, or undefined when there is no such photo. */
  setAside(name: string): Promise<string | undefined>
  restore(ticket: string): Promise<void>
  discard(ticket: string): Promise<void>
  /** Clears what writes that were cut off before then have left. */
  tidy(before: number): Promise<void>
}
