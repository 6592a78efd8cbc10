import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { maxLogoBytes } from '#campus/logo.ts'

type Color = [red: number, green: number, blue: number]

export const red: Color = [220, 30, 30]
export const green: Color = [30, 180, 40]
export const blue: Color = [30, 40, 220]
export const yellow: Color = [230, 220, 40]

/** Creates an image with a colour in each quarter: red and green above, blue and yellow below. */
export function fourColorImage(width = 80, height = 60): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right] = y < height / 2 ? [red, green] : [blue, yellow]
      pixels.set(x < width / 2 ? left : right, (y * width + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Creates noise that differs by seed, scaled up so that it compresses like a photo. */
export async function noiseImage(width: number, height: number, seed = 1): Promise<Sharp> {
  const scaled = await noisePixels([64, 48], seed)
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return sharp(scaled, { raw: { width, height, channels: 3 } })
}

/** Creates large soft shapes that differ by seed, like photos that do not resemble each other. */
export const softImage = (width: number, height: number, seed = 1): Sharp =>
  noisePixels([7, 5], seed).resize(width, height, { fit: 'fill' })

function noisePixels([width, height]: [number, number], seed: number): Sharp {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 24
  }
  const pixels = Buffer.from(Uint8Array.from({ length: width * height * 3 }, random))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Creates a JPEG that looks like `fourColorImage` once its EXIF orientation is applied. */
export async function orientedJpeg(orientation: number): Promise<Buffer> {
  const upright = await fourColorImage().png().toBuffer()
  // This is the inverse of each orientation: a rotation and an optional flop after it.
  const [isFlopped, rotation] = (
    [
      [false, 0],
      [true, 0],
      [false, 180],
      [true, 180],
      [true, 90],
      [false, 270],
      [true, 270],
      [false, 90],
    ] as const
  )[orientation - 1] ?? [false, 0]
  const rotated = await sharp(upright).rotate(rotation).png().toBuffer()
  return sharp(rotated)
    .flop(isFlopped)
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Creates a JPEG that has EXIF with a location, XMP and an ICC profile. */
export function jpegWithMetadata(): Promise<Buffer> {
  return fourColorImage()
    .withExif({
      IFD0: { Make: 'PhoneMaker', Artist: 'A. Student' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 28/1 1234/100', GPSLongitudeRef: 'W' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>PhoneMaker</secret></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
}

/** Creates a decompression bomb: a small PNG that decodes to width × height black pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Creates a PNG of 2 by 2 pixels with these chunks before the pixels. */
export function pngWithChunks(chunks: [type: string, data: Buffer][]): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks.map(([type, data]) => pngChunk(type, data)),
    pngChunk('IDAT', deflateSync(Buffer.alloc(2 * (1 + 2 * 3)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a progressive JPEG of one grey block. It is valid up to 883 scans, each with one bit of one coefficient. */
export function progressiveJpeg(scans: number): Buffer {
  const segment = (marker: number, data: number[]) =>
    Buffer.from([0xff, marker, 0, data.length + 2, ...data])
  /** Returns a table with a single one-bit code, which means that only zeros follow. */
  const huffmanTable = (id: number) => segment(0xc4, [id, 1, ...Array(16).fill(0)])
  const scan = (band: number, bits: number) =>
    Buffer.concat([segment(0xda, [1, 1, 0, band, band, bits]), Buffer.from([0x7f])])
  const refinements = Array.from({ length: scans - 1 }, (_, index) => {
    const bit = 13 - Math.floor(index / 63)
    return scan(1 + (index % 63), bit === 13 ? bit : ((bit + 1) << 4) | bit)
  })
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    huffmanTable(0x00),
    huffmanTable(0x10),
    scan(0, 0),
    ...refinements,
    Buffer.from([0xff, 0xd9]),
  ])
}

/** Creates an animation. The first frame is red, the others alternate between blue and green. */
export async function animatedImage(format: 'gif' | 'webp', frames: number): Promise<Buffer> {
  const [width, height] = [40, 30]
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let pixel = 0; pixel < pixels.length / 3; pixel++) {
    const frame = Math.floor(pixel / (width * height))
    pixels.set(frame === 0 ? red : frame % 2 ? blue : green, pixel * 3)
  }
  const strip = sharp(pixels, {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  })
  return format === 'gif' ? strip.gif().toBuffer() : strip.webp().toBuffer()
}

/** Returns a valid photo followed by other data. */
export function appendText(photo: Buffer, text: string): Buffer {
  return Buffer.concat([photo, Buffer.from(text)])
}

/** Creates a logo of 512 by 128 pixels that has as many bytes as a logo may have, as a data URL. */
export async function largestLogo(): Promise<string> {
  const picture = await fourColorImage(512, 128).png().toBuffer()
  const bytes = appendText(picture, ' '.repeat(maxLogoBytes - picture.length))
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Creates a polyglot: a JPEG with this text in its comment segment. */
export function withJpegComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 4)
  return Buffer.concat([head, text, jpeg.subarray(2)])
}

/** Returns the `ftyp` box of an iPhone's HEIC photo. The rest of the file is never read. */
export function heicFile(): Buffer {
  const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])
  return Buffer.concat([box, Buffer.alloc(200)])
}

export const svg = Buffer.from(
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

/** Returns the colour of each quarter, in the order of `fourColorImage`. */
export async function readQuarterColors(photo: Uint8Array): Promise<Color[]> {
  const { data, info } = await sharp(photo)
    .resize(4, 4, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Color => {
    const start = (y * info.width + x) * info.channels
    const [r = 0, g = 0, b = 0] = data.subarray(start, start + 3)
    return [r, g, b]
  }
  return [at(0, 0), at(3, 0), at(0, 3), at(3, 3)]
}

export function nearestColor([r, g, b]: Color): 'red' | 'green' | 'blue' | 'yellow' {
  const distance = ([x, y, z]: Color) => (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2
  const named = { red, green, blue, yellow } as const
  const names = ['red', 'green', 'blue', 'yellow'] as const
  return names.reduce((best, name) => (distance(named[name]) < distance(named[best]) ? name : best))
}
