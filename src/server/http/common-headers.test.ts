import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'

async function imageSources(settings: Record<string, string>) {
  const { app } = await buildTestApp('sqlite', settings)
  const policy = String((await app.inject('/robots.txt')).headers['content-security-policy'])
  return /img-src ([^;]*)/.exec(policy)?.[1]
}

it('allows images of this site and of PHOTO_URL only', async () => {
  expect(await imageSources({})).toBe("'self' data: blob:")
  expect(await imageSources({ PHOTO_URL: 'https://cdn.example/q/' })).toBe(
    "'self' data: blob: https://cdn.example",
  )
})
