import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { demoStudents } from '#demo/students.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { insertUser } from '../accounts/user-queries.ts'
import { StartupError, temporarilyUnavailable } from '../errors.ts'
import type { Photos } from '../photos/photos.ts'
import { fillDemoIfNew } from './fill-demo-if-new.ts'

async function startWith(save: Photos['save']) {
  const db = await openTestDatabase('sqlite')
  const config = { DEMO: true, DATABASE_URL: undefined, appUrlIsSet: false }
  return fillDemoIfNew({ config, db, photos: { save }, log: () => undefined })
}

/** What is said at a start after the first. */
async function startAgain({ appUrlIsSet = false, isSample = true } = {}) {
  const db = await openTestDatabase('sqlite')
  await db.run(sql`INSERT INTO site_state (name, value) VALUES ('demo', 'filled')`)
  await insertUser(db, { ...demoStudents.ada, passwordHash: '', createdAt: 0, isSample })
  const config = { DEMO: true, DATABASE_URL: undefined, appUrlIsSet }
  const lines: string[] = []
  const photos = { save: () => expect.unreachable() }
  await fillDemoIfNew({ config, db, photos, log: (line) => lines.push(line) })
  return lines
}

describe('startDemo', () => {
  it('says how to log in as a sample student, where one can', async () => {
    const { email, password } = demoStudents.ada
    expect(await startAgain()).toEqual([expect.stringContaining(`${email} with ${password}`)])
    expect(await startAgain({ appUrlIsSet: true })).toEqual([])
    expect(await startAgain({ isSample: false })).toEqual([])
  })

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
