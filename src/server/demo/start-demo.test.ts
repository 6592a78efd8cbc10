import { expect, it } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'
import { StartupError } from '../database/database.ts'
import { tryAgainSoon } from '../errors.ts'
import type { Photos } from '../photos/photos.ts'
import { startDemo } from './start-demo.ts'

async function startWith(save: Photos['save']) {
  const db = await openTestDatabase('sqlite')
  const config = { DEMO: true, DATABASE_URL: undefined, appUrlIsSet: false }
  return startDemo({ config, db, photos: { save } as Photos, log: () => undefined })
}

it('says in a sentence that the photo store is away', async () => {
  const failure = await startWith(() => Promise.reject(tryAgainSoon())).catch((error) => error)
  expect(failure).toBeInstanceOf(StartupError)
  expect(failure.message).toMatch(/^The sample content is not complete: .* DEMO=0/)
})

it('leaves a fault of the program what it is', async () => {
  const fault = new TypeError('a fault')
  await expect(startWith(() => Promise.reject(fault))).rejects.toBe(fault)
})
