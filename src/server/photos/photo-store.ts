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

/** Where the files of photos are kept. A photo is there with all its versions, or not at all. */
export interface PhotoStore {
  /** Resolves once the photo would survive a power cut. One that is there already stays as it is. */
  put(name: string, versions: PhotoVersion[]): Promise<void>
  get(name: string, width: number): Promise<Buffer | undefined>
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
