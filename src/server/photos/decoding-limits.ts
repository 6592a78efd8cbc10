import { AppError } from '../errors.ts'

/** The most scans of a JPEG. Encoders write about ten, and each makes the decoder go over all pixels again. */
const maxJpegScans = 64
/**
 * How many frames a WebP may have. The time that libvips takes grows with the square of this number, although we keep only
 * one frame.
 */
const maxWebpFrames = 1_000

/**
 * Refuses or shortens files that are small and have few pixels, but would take the decoder very long. Each function
 * reads the file once, from front to back.
 */
export function limitDecoding(bytes: Buffer, format: PhotoFormat): Buffer {
  if (format === 'png') return dropPngExtras(bytes)
  if (format === 'jpeg' && countJpegScans(bytes) > maxJpegScans) {
    throw new AppError(
      'bad_request',
      `This JPEG is saved in more than ${maxJpegScans} steps. Open it, save it as a new file and try again.`,
    )
  }
  if (format === 'webp' && countWebpFrames(bytes) > maxWebpFrames) {
    throw new AppError(
      'bad_request',
      `This animation has more than ${maxWebpFrames.toLocaleString('en')} frames. Save one of them as a photo and try again.`,
    )
  }
  return bytes
}

const endOfImage = 0xd9
const startOfScan = 0xda

/** Counts the scans. It finds markers as libjpeg does, which skips everything else between two segments. */
export function countJpegScans(bytes: Buffer): number {
  let scans = 0
  let at = bytes.indexOf(0xff)
  while (at !== -1) {
    // Any number of fill bytes may precede a marker.
    while (bytes[at] === 0xff) at++
    const marker = bytes[at++]
    if (marker === undefined || marker === endOfImage) break
    if (marker === startOfScan) scans++
    if (hasLength(marker) && at + 2 <= bytes.length) at += bytes.readUInt16BE(at)
    at = bytes.indexOf(0xff, at)
  }
  return scans
}

/**
 * Returns true if a length follows the marker. Restart markers and the start of the image have none. Markers below 0xc0
 * are an escaped 0xff (followed by 0), TEM and reserved markers. In the data of a scan, libjpeg skips only such a
 * marker and reads on after it.
 */
const hasLength = (marker: number) => marker >= 0xc0 && (marker < 0xd0 || marker > 0xd8)

/** Counts the name of the chunk anywhere in the file, because libwebp also reads frames inside frames. */
export function countWebpFrames(bytes: Buffer): number {
  let frames = 0
  for (let at = bytes.indexOf('ANMF'); at !== -1; at = bytes.indexOf('ANMF', at + 4)) frames++
  return frames
}

const pngSignatureBytes = 8
/** The number of bytes around the data of a chunk: length, type and checksum. */
const pngChunkOverhead = 12

/** The chunks that define pixels, colours and orientation. */
const keptPngChunks = new Set([
  ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'],
  ...['cHRM', 'cICP', 'gAMA', 'iCCP', 'sRGB', 'eXIf'],
])

/** Leaves out texts and repeated chunks. A file has room for thousands of them, and each can unpack to megabytes. */
export function dropPngExtras(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length)
  let length = bytes.copy(kept, 0, 0, pngSignatureBytes)
  let at = pngSignatureBytes
  const seen = new Set<string>()
  while (at + pngChunkOverhead <= bytes.length && !seen.has('IEND')) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + pngChunkOverhead + bytes.readUInt32BE(at)
    // The pixels may be in several chunks. A chunk that is cut off is copied as it is, and the decoder refuses it.
    const isKept = keptPngChunks.has(type) && (type === 'IDAT' || !seen.has(type))
    if (isKept) length += bytes.copy(kept, length, at, end)
    if (isKept) seen.add(type)
    at = end
  }
  return kept.subarray(0, length)
}

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** Detects the format by its magic bytes, because file names and content types cannot be trusted. */
export function detectPhotoFormat(bytes: Buffer): PhotoFormat {
  if (bytes.length === 0)
    throw new AppError('bad_request', 'This file is empty. Choose another photo.')
  const format = matchMagicBytes(bytes)
  if (format) return format
  if (isHeic(bytes)) {
    throw new AppError(
      'wrong_type',
      'Your phone saved this photo as HEIC. Save it as a JPEG and try again. On an iPhone, choose Settings > Camera > Formats > Most Compatible for new photos.',
    )
  }
  if (isSvg(bytes)) {
    throw new AppError(
      'wrong_type',
      "We can't use SVG drawings as photos. Save it as a PNG or JPEG and try again.",
    )
  }
  throw new AppError(
    'wrong_type',
    "We can't read this file. Choose a JPEG, PNG, WebP, AVIF or GIF.",
  )
}

function matchMagicBytes(bytes: Buffer): PhotoFormat | undefined {
  const start = (length: number) => bytes.toString('latin1', 0, length)
  if (start(3) === '\xff\xd8\xff') return 'jpeg'
  if (start(8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (start(6) === 'GIF87a' || start(6) === 'GIF89a') return 'gif'
  if (start(4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  if (readBrands(bytes).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return undefined
}

function isHeic(bytes: Buffer): boolean {
  return readBrands(bytes).some((brand) => /^(hei[cxms]|hev[cmsx]|mif1|msf1)$/.test(brand))
}

/** Reads the brands in the `ftyp` box of an ISO BMFF container. AVIF and HEIC share this container. */
function readBrands(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const names = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) names.push(bytes.toString('latin1', at, at + 4))
  return names
}

function isSvg(bytes: Buffer): boolean {
  const text = bytes
    .toString('utf8', 0, 4096)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('<') && /<svg[\s>]/i.test(text)
}
