import sharp from 'sharp'
import '../photos/sharp-loaders.ts'

const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

/** Converts an SVG to a barely compressed PNG, because the upload code decodes it right away. */
export const rasterizeSvg = (svg: Buffer): Promise<Buffer<ArrayBuffer>> =>
  sharp(svg).png({ compressionLevel: 1 }).toBuffer() as Promise<Buffer<ArrayBuffer>>

/** Unblocks sharp's SVG loader during `fn`. It is otherwise blocked in this process, because uploads must not be SVG. */
export async function withSvgLoader<Result>(fn: () => Promise<Result>): Promise<Result> {
  sharp.unblock(svgLoader)
  try {
    return await fn()
  } finally {
    sharp.block(svgLoader)
  }
}
