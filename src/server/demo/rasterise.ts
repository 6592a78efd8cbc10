import sharp from 'sharp'
import '../photos/loaders.ts'

const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] }

/** Barely compressed: the upload decodes it again a moment later. */
export const rasterise = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()

/** The server decodes no SVG, since students may not send any; only our own drawings need it, for a moment. */
export async function whileReadingSvg<Result>(work: () => Promise<Result>): Promise<Result> {
  sharp.unblock(SVG_LOADER)
  try {
    return await work()
  } finally {
    sharp.block(SVG_LOADER)
  }
}
