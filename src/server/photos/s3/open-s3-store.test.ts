import { describe, expect, it } from 'vitest'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { StartupError } from '../../database/database.ts'
import { openS3Store } from './open-s3-store.ts'

async function attempt(
  wrong: object,
  prepare: (s3: Awaited<ReturnType<typeof startSmallS3>>) => void = () => {},
) {
  const s3 = await startSmallS3()
  prepare(s3)
  const warnings: string[] = []
  const warn = (sentence: string) => warnings.push(sentence)
  const opening = openS3Store({ ...s3.address, ...wrong }, { warn })
  return { s3, warnings, opening }
}

describe('opening the store', () => {
  it('is silent when all is well', async () => {
    const { opening, warnings } = await attempt({})
    await opening
    expect(warnings).toEqual([])
  })

  it.each([
    [{ secret: 'hunter2' }, 'the key or the secret is wrong.'],
    [{ key: 'nobody' }, 'it does not know the key.'],
    [{ region: 'moon-1' }, 'the region is not "moon-1".'],
    [{ bucket: 'gone' }, 'there is no bucket "gone". Create it, or name another one.'],
  ])('stops the start with a sentence: %o', async (wrong, sentence) => {
    const { s3, opening } = await attempt(wrong)
    const error = await opening.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toBe(
      `S3_URL does not work with the photo store at ${s3.address.origin}: ${sentence}`,
    )
  })

  it.each([{ kind: 'down' } as const, { kind: 'answers', status: 503 } as const])(
    'warns of a store that cannot be reached, and goes on: $kind',
    async (trouble) => {
      const { s3, opening, warnings } = await attempt({}, ({ trouble: cause }) => cause(trouble))
      const store = await opening
      expect(warnings).toEqual([
        expect.stringMatching(
          /^The photo store at http:.* cannot be reached \(.+\)\. Photos will not work until it can\.$/,
        ),
      ])
      s3.recover()
      expect(await store.has('0123456789abcdef0123456789abcdef', [320])).toBe(false)
    },
  )
})
