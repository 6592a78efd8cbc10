import sharp from 'sharp'

const photoLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
]

/** Blocks all decoders except those of the five photo formats, whatever format a file claims to have. */
export function allowOnlyPhotoLoaders() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: photoLoaders })
}

// This runs once, when the module is loaded. A later call would block a loader that other code has unblocked since.
allowOnlyPhotoLoaders()
