import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { allowOnlyPhotoLoaders } from '../photos/sharp-loaders.ts'
import { rasterizeSvg, withSvgLoader } from './rasterize-svg.ts'

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
)

beforeEach(allowOnlyPhotoLoaders)

describe('rasterizeSvg', () => {
  it('makes an image file that an upload accepts', async () => {
    const photo = await withSvgLoader(() => rasterizeSvg(svg))
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
  })

  it('reads SVG only inside withSvgLoader, also after a failure', async () => {
    const failing = withSvgLoader(async () => {
      await rasterizeSvg(svg)
      throw new Error('stopped')
    })
    await expect(failing).rejects.toThrow('stopped')
    await expect(rasterizeSvg(svg)).rejects.toThrow()
  })
})
