import sharp from 'sharp'

const photoLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
]

/** Uploads reach only the decoders of the five photo formats, whatever a file claims to be. */
export function allowOnlyPhotoLoaders() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: photoLoaders })
}

// It runs once, when the module is loaded. A later call would block a loader that other code has unblocked since.
allowOnlyPhotoLoaders()
