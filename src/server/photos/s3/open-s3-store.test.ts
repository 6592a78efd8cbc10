import { describe, expect, it } from 'vitest'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { StartupError } from '../../errors.ts'
import { openS3Store } from './open-s3-store.ts'

async function tryToOpen(
  wrongSettings: object,
  prepare: (s3: Awaited<ReturnType<typeof startFakeS3>>) => void = () => {},
) {
  const s3 = await startFakeS3()
  prepare(s3)
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const opening = openS3Store({ ...s3.config, ...wrongSettings }, { warn })
  return { s3, warnings, opening }
}

describe('openS3Store', () => {
  it('does not warn if the store works', async () => {
    const { opening, warnings } = await tryToOpen({})
    await opening
    expect(warnings).toEqual([])
  })

  it.each([
    [{ secret: 'hunter2' }, 'the key or the secret is wrong.'],
    [{ key: 'nobody' }, 'it does not know the key.'],
    [{ region: 'moon-1' }, 'the region is not "moon-1".'],
    [{ bucket: 'gone' }, 'there is no bucket "gone". Create it, or name another one.'],
  ])('throws a StartupError with a message: %o', async (wrongSettings, message) => {
    const { s3, opening } = await tryToOpen(wrongSettings)
    const error = await opening.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartupError)
    expect(error.message).toBe(
      `S3_URL does not work with the photo store at ${s3.config.origin}: ${message}`,
    )
  })

  it.each([{ kind: 'down' } as const, { kind: 'status', status: 503 } as const])(
    'warns if the store cannot be reached, and opens it: $kind',
    async (fault) => {
      const { s3, opening, warnings } = await tryToOpen({}, ({ injectFault }) => injectFault(fault))
      const store = await opening
      expect(warnings).toEqual([
        expect.stringMatching(
          /^The photo store at http:.* cannot be reached \(.+\)\. Photos will not work until it can\.$/,
        ),
      ])
      s3.clearFault()
      expect(await store.has('0123456789abcdef0123456789abcdef', [320])).toBe(false)
    },
  )
})
