import sharp from 'sharp'
import '../photos/sharp-loaders.ts'

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

/** Barely compressed, because the upload path decodes it right away. */
export const rasterizeSvg = (svg: Buffer): Promise<Buffer<ArrayBuffer>> =>
  sharp(svg).png({ compressionLevel: 1 }).toBuffer() as Promise<Buffer<ArrayBuffer>>

/** sharp's SVG loader is blocked in this process, since uploads may not be SVG; unblocks it during `fn`. */
export async function withSvgLoader<Result>(fn: () => Promise<Result>): Promise<Result> {
  sharp.unblock(svgLoader)
  try {
    return await fn()
  } finally {
    sharp.block(svgLoader)
  }
}
