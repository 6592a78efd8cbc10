import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { StartupError, temporarilyUnavailable } from '../errors.ts'
import type { Photos } from '../photos/photos.ts'
import { fillDemoIfNew } from './fill-demo-if-new.ts'

async function startWith(save: Photos['save']) {
  const db = await openTestDatabase('sqlite')
  const config = { DEMO: true, DATABASE_URL: undefined, appUrlIsSet: false }
  return fillDemoIfNew({ config, db, photos: { save }, log: () => undefined })
}

describe('startDemo', () => {
  it('throws a StartupError when the photo store is unavailable', async () => {
    const save = () => Promise.reject(temporarilyUnavailable())
    const failure = await startWith(save).catch((error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect(failure.message).toMatch(/^The sample content is not complete: .* DEMO=0/)
  })

  it('rethrows an unexpected error unchanged', async () => {
    const bug = new TypeError('a bug')
    await expect(startWith(() => Promise.reject(bug))).rejects.toBe(bug)
  })
})
