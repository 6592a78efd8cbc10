import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDiskStore } from './disk-store.ts'
import type { PhotoStore } from './photo-store.ts'

export type StoreSettings = Pick<Config, 'DATA_DIR' | 'S3_URL'>

/** Where photos are kept: in the store that S3_URL names, or below DATA_DIR. */
export async function openPhotoStore(
  config: StoreSettings,
  warn: (sentence: string) => void = () => {},
): Promise<PhotoStore> {
  if (!config.S3_URL) return openDiskStore(uploadsFolder(config))
  // Most campuses keep photos on their disk, and should not load what speaks to a store.
  const { openS3Store } = await import('./s3/open-s3-store.ts')
  return openS3Store(config.S3_URL, { warn })
}

export function uploadsFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'uploads')
}
