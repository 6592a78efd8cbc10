import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { computePhotoName } from './photo-name.ts'

it.each([0, 1, 256 * 1024, 700_001])(
  'the name of %i bytes is a hash of the uploader and the content, also when it is hashed in parts',
  async (length) => {
    const bytes = Buffer.alloc(length, 'photo')
    const name = hash('sha256', `7 ${hash('sha256', bytes)}`).slice(0, 32)
    expect(await computePhotoName(bytes, 7)).toBe(name)
  },
)
