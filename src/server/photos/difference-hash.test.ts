import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { softImage } from '#tests/support/photo-files.ts'
import { countDifferentBits, hashPicture } from './difference-hash.ts'

const photo = await softImage(640, 480).png().toBuffer()
const hash = (bytes: Buffer) => hashPicture(sharp(bytes))

const create = { width: 400, height: 300, channels: 3, background: 'white' } as const
const shade = Buffer.from(Uint8Array.from({ length: 400 * 300 }, (_, index) => (index % 400) / 2))

const withoutContrast: [string, Sharp][] = [
  ['one colour', sharp({ create })],
  ['a shade', sharp(shade, { raw: { width: 400, height: 300, channels: 1 } })],
  ['noise', sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })],
  [
    'a line of text on white',
    sharp({ create }).composite([
      { input: { create: { ...create, width: 90, height: 9, background: 'black' } } },
    ]),
  ],
]

describe('the hash of a picture', () => {
  it('is the same in every size and format', async () => {
    const original = await hash(photo)
    const copies = [
      await sharp(photo).resize(320).png().toBuffer(),
      await sharp(photo).jpeg({ quality: 50 }).toBuffer(),
      await sharp(photo).webp({ quality: 50 }).toBuffer(),
      await sharp(photo).greyscale().png().toBuffer(),
    ]
    for (const copy of copies) {
      expect(countDifferentBits(original ?? [], (await hash(copy)) ?? [])).toBeLessThanOrEqual(2)
    }
  })

  it('is another when it is mirrored or turned', async () => {
    const original = (await hash(photo)) ?? []
    for (const turned of [sharp(photo).flop(), sharp(photo).flip(), sharp(photo).rotate(90)]) {
      const other = (await hash(await turned.png().toBuffer())) ?? []
      expect(countDifferentBits(original, other)).toBeGreaterThan(20)
    }
  })

  it('is four signed 32-bit integers', async () => {
    const bands = (await hash(photo)) ?? []
    expect(bands).toHaveLength(4)
    expect(bands.map((band) => band | 0)).toEqual(bands)
  })

  it('has bits of every part in every band', async () => {
    const left = { left: 0, top: 0, width: 320, height: 480 }
    const half = sharp(photo).extract(left).extend({ right: 320, background: '#808080' })
    const bands = (await hash(await half.png().toBuffer())) ?? []
    expect(bands).toHaveLength(4)
    for (const band of bands) expect(band).not.toBe(0)
  })

  it.each(withoutContrast)('is missing for %s', async (_, picture) => {
    expect(await hash(await picture.png().toBuffer())).toBeUndefined()
  })
})

describe('countDifferentBits', () => {
  it.each([
    [[0, 0, 0, 0], [0, 0, 0, 0], 0],
    [[1, 0, 0, 0], [0, 0, 0, 2], 2],
    [[-1, 0, 0, 0], [0, 0, 0, 0], 32],
    [[-1, -1, -1, -1], [0, 0, 0, 0], 128],
    [[-(2 ** 31), 0, 5, 0], [0, 0, 4, 0], 2],
  ])('of %j and %j is %i', (one, other, expected) => {
    expect(countDifferentBits(one, other)).toBe(expected)
    expect(countDifferentBits(other, one)).toBe(expected)
  })
})
