import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDiskStore } from './disk-store.ts'
import type { PhotoStore } from './photo-store.ts'

export type PhotoStoreConfig = Pick<Config, 'DATA_DIR' | 'S3_URL'>

/** Opens the bucket of S3_URL or, if it is not set, a directory in DATA_DIR. */
export async function openPhotoStore(
  config: PhotoStoreConfig,
  warn: (message: string) => void = () => {},
): Promise<PhotoStore> {
  if (!config.S3_URL) return openDiskStore(uploadsFolder(config))
  // The import is here because most sites store photos on disk and never need the S3 client.
  const { openS3Store } = await import('./s3/open-s3-store.ts')
  return openS3Store(config.S3_URL, { warn })
}

export function uploadsFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'uploads')
}
