import sharp from 'sharp'

const photoLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
]

/** What students send meets only the decoders of the five photo formats, whatever it pretends to be. */
export function blockOtherLoaders() {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: photoLoaders })
}
