import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  animatedImage,
  appendText,
  fourColorImage,
  jpegWithMetadata,
  noiseImage,
  pngWithChunks,
  progressiveJpeg,
} from '#tests/support/photo-files.ts'
import { countJpegScans, countWebpFrames, dropPngExtras } from './decoding-limits.ts'

const megabyte = 1024 * 1024
const jpeg = await fourColorImage().jpeg().toBuffer()

/** Inserts a segment of application data at the start of the JPEG. */
const withSegment = (data: Buffer) => {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

describe('countJpegScans', () => {
  it.each([1, 2, 64, 65, 883])('counts %i scans', (scans) => {
    expect(countJpegScans(progressiveJpeg(scans))).toBe(scans)
  })

  it('counts those of real encoders', async () => {
    const photo = await noiseImage(300, 200)
    expect(countJpegScans(await photo.clone().jpeg().toBuffer())).toBe(1)
    expect(countJpegScans(await jpegWithMetadata())).toBe(1)
    const progressive = countJpegScans(await photo.jpeg({ mozjpeg: true }).toBuffer())
    expect(progressive).toBeGreaterThan(5)
    expect(progressive).toBeLessThan(20)
  })

  it.each([
    ['a thumbnail in the metadata', withSegment(progressiveJpeg(100))],
    ['what follows the end', Buffer.concat([jpeg, progressiveJpeg(100)])],
  ])('leaves out %s', (_, file) => {
    expect(countJpegScans(file)).toBe(1)
  })

  it.each([
    ['fill bytes before a marker', Buffer.from([0xff, 0xff, 0xff])],
    ['bytes between two segments', Buffer.from([1, 2, 3])],
    ['a restart marker', Buffer.from([0xff, 0xd3])],
    ['a stuffed byte', Buffer.from([0xff, 0x00])],
    // libjpeg skips this marker at a restart. Its bytes look like a length that would hide the next 65,535 bytes.
    ['a reserved marker', Buffer.from([0xff, 0x02, 0xff, 0xff])],
    ['the last reserved marker', Buffer.from([0xff, 0xbf, 0xff, 0xff])],
  ])('finds all scans after %s', (_, bytes) => {
    const [start, rest] = [progressiveJpeg(70).subarray(0, 2), progressiveJpeg(70).subarray(2)]
    expect(countJpegScans(Buffer.concat([start, bytes, rest]))).toBe(70)
  })

  it.each([
    ['nothing but 0xff', Buffer.alloc(10 * megabyte, 0xff), 0],
    ['stuffed bytes', Buffer.alloc(10 * megabyte, Buffer.from([0xff, 0])), 0],
    ['scans of length 0', Buffer.alloc(4 * megabyte, Buffer.from([0xff, 0xda, 0, 0])), megabyte],
    ['a scan that is cut off', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0]), 1],
    ['a segment that is longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 9, 9]), 0],
    ['no bytes', Buffer.alloc(0), 0],
  ])('ends for %s', (_, file, scans) => {
    expect(countJpegScans(file)).toBe(scans)
  })
})

/** Makes a WebP whose only frame has `count` other frames after its picture. */
async function nestedFrames(count: number): Promise<Buffer> {
  const file = await animatedImage('webp', 2)
  const at = file.indexOf('ANMF')
  const size = file.readUInt32LE(at + 4)
  const frame = Buffer.from(file.subarray(at, at + 8 + size + (size % 2)))
  const nested = Buffer.concat(Array(count).fill(frame))
  const outer = Buffer.from(frame)
  outer.writeUInt32LE(size + nested.length, 4)
  const nestedFile = Buffer.concat([file.subarray(0, at), outer, nested])
  nestedFile.writeUInt32LE(nestedFile.length - 8, 4)
  return nestedFile
}

describe('countWebpFrames', () => {
  it('counts the frames of an animation', async () => {
    expect(countWebpFrames(await animatedImage('webp', 7))).toBe(7)
    expect(countWebpFrames(await fourColorImage().webp().toBuffer())).toBe(0)
  })

  it('counts frames inside of a frame, which the decoder finds too', async () => {
    const file = await nestedFrames(20)
    const { pages } = await sharp(file).metadata()
    expect([countWebpFrames(file), pages]).toEqual([21, 21])
  })

  it.each([
    ['an empty container', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['zeros', Buffer.alloc(10 * megabyte)],
    [
      'a chunk that is longer than the file',
      Buffer.from(`RIFF0000WEBPVP8X${'\xff'.repeat(8)}`, 'latin1'),
    ],
  ])('ends for %s', (_, file) => {
    expect(countWebpFrames(file)).toBe(0)
  })
})

describe('dropPngExtras', () => {
  const unpacksToMegabytes = Buffer.concat([
    Buffer.from('a\0\0'),
    deflateSync(Buffer.alloc(megabyte)),
  ])

  it('leaves out texts, unknown chunks and repeated ones', () => {
    const plain = pngWithChunks([])
    const extras = ['zTXt', 'iTXt', 'tEXt', 'iCCP', 'xxXx', 'acTL'].map(
      (type): [string, Buffer] => [type, unpacksToMegabytes],
    )
    const file = pngWithChunks([...extras, ...extras])
    expect(dropPngExtras(file)).toEqual(pngWithChunks([['iCCP', unpacksToMegabytes]]))
    expect(dropPngExtras(appendText(plain, 'after the end'))).toEqual(plain)
  })

  it('keeps pixels, colours and orientation', async () => {
    const file = await fourColorImage()
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .png({ palette: true })
      .toBuffer()
    const kept = dropPngExtras(file)
    const { icc, orientation } = await sharp(kept).metadata()
    expect({ orientation, hasProfile: Boolean(icc) }).toEqual({ orientation: 6, hasProfile: true })
    expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())
  })

  it('leaves a file that is cut off to the decoder', () => {
    const file = pngWithChunks([])
    for (let length = 0; length < file.length - 12; length++) {
      expect(dropPngExtras(file.subarray(0, length)).length).toBeLessThanOrEqual(length)
    }
  })
})
