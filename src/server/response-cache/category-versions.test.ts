import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate } from '../database/migrate.ts'
import { openSqlite } from '../database/sqlite.ts'
import { bumpCategoryVersion, createCategoryVersions } from './category-versions.ts'

it('versions on SQLite are as new as the last commit, of this process or another', async () => {
  const { DATA_DIR } = await testDatabaseSettings('sqlite')
  const [here, there] = [1, 2].map(() => openSqlite(join(DATA_DIR, 'quad.db')))
  if (!here || !there) throw new Error('not opened')
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
  })
  await migrate(here)
  const versions = createCategoryVersions(here)
  for (const [index, writer] of [here, there, here, there].entries()) {
    expect((await versions.read()).misc).toBe(index)
    await writer.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
    expect((await versions.read()).misc).toBe(index + 1)
  }
})
