import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { StartupError } from '../errors.ts'
import { migrate } from './migrate.ts'
import { type DatabaseSettings, openDatabase } from './open-database.ts'

async function refusal(settings: DatabaseSettings): Promise<string> {
  const error = await openDatabase(settings).catch((reason) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return error.message
}

describe.each(engines)('opening %s', (engine) => {
  it('gives a database that keeps what is written', async () => {
    const settings = await testDatabaseSettings(engine)
    const first = await openDatabase(settings)
    await migrate(first)
    await first.run(sql`INSERT INTO site_state (name, value) VALUES ('a', '1')`)
    await first.close()
    const second = await openDatabase(settings)
    onTestFinished(() => second.close())
    expect(second.dialect).toBe(engine)
    expect(await second.all(sql`SELECT value FROM site_state`)).toEqual([{ value: '1' }])
  })
})

describe('the data folder', () => {
  it('is made when it is missing', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    const db = await openDatabase({ DATA_DIR: join(DATA_DIR, 'a', 'b') })
    await db.close()
  })

  it('that cannot be made is named with its setting', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    const file = join(DATA_DIR, 'file')
    await writeFile(file, '')
    for (const folder of [file, join(file, 'below')]) {
      expect(await refusal({ DATA_DIR: folder })).toBe(
        `The data folder ${folder} cannot be created or written to. Set DATA_DIR to a folder that this user may write to.`,
      )
    }
  })

  it('with a file that is no database is refused', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    await writeFile(join(DATA_DIR, 'quad.db'), 'Dear diary, '.repeat(500))
    expect(await refusal({ DATA_DIR })).toContain('quad.db is damaged or not a database')
  })

  it("with another program's database is refused", async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    const other = new DatabaseSync(join(DATA_DIR, 'quad.db'))
    other.exec('CREATE TABLE recipes (name TEXT)')
    other.close()
    expect(await refusal({ DATA_DIR })).toContain("quad.db is another program's database")
  })

  it('with a folder in the place of the file is refused', async () => {
    const { DATA_DIR } = await testDatabaseSettings('sqlite')
    await mkdir(join(DATA_DIR, 'quad.db'))
    expect(await refusal({ DATA_DIR })).toContain('quad.db cannot be opened: unable to open')
  })
})

describe('a PostgreSQL server', () => {
  async function changed(change: (url: URL) => void) {
    const { DATA_DIR, DATABASE_URL = '' } = await testDatabaseSettings('postgres')
    const url = new URL(DATABASE_URL)
    change(url)
    return { DATA_DIR, DATABASE_URL: url.href, host: url.host, password: url.password }
  }

  it('that nobody runs is named with its setting', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    const port = await new Promise<string>((found) => {
      probe.once('listening', () => found(String(Object(probe.address()).port)))
    })
    await new Promise((closed) => probe.close(closed))
    const settings = await changed((url) => {
      url.host = `127.0.0.1:${port}`
    })
    expect(await refusal(settings)).toBe(
      `PostgreSQL at 127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}). Check that it runs and that DATABASE_URL is right.`,
    )
  })

  it('that does not know the password says so without repeating it', async () => {
    const settings = await changed((url) => {
      url.password = 'not-the-password'
    })
    const message = await refusal(settings)
    expect(message).toBe(
      `PostgreSQL at ${settings.host} refuses the user name or password in DATABASE_URL.`,
    )
  })

  it('without the database says how it is called', async () => {
    const settings = await changed((url) => {
      url.pathname = '/nowhere'
    })
    expect(await refusal(settings)).toBe(
      `PostgreSQL at ${settings.host} has no database called "nowhere". Create it, or change DATABASE_URL.`,
    )
  })
})
