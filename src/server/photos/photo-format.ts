import { AppError } from '../errors.ts'

export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** By the magic bytes; file name and content type are not trusted. */
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

/** AVIF and HEIC share the ISO BMFF container, whose `ftyp` box lists brands. */
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
