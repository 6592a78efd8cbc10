import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { blockOtherLoaders } from '#server/photos/loaders.ts'
import { rasterise, whileReadingSvg } from './rasterise.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'

beforeEach(blockOtherLoaders)

describe('rasterising', () => {
  it('makes an image file an upload takes', async () => {
    const photo = await whileReadingSvg(() => rasterise(drawing))
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
  })

  it('reads SVG only meanwhile, also after a failure', async () => {
    const failing = whileReadingSvg(async () => {
      await rasterise(drawing)
      throw new Error('stopped')
    })
    await expect(failing).rejects.toThrow('stopped')
    await expect(rasterise(drawing)).rejects.toThrow()
  })
})
