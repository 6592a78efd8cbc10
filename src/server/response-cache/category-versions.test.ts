import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabaseSettings } from '#tests/support/databases.ts'
import { migrate } from '../database/migrate.ts'
import { openSqlite } from '../database/sqlite.ts'
import { bumpCategoryVersion, createCategoryVersions } from './category-versions.ts'

it('SQLite is asked for versions again after each commit, whoever made it, and only then', async () => {
  const { DATA_DIR } = await testDatabaseSettings('sqlite')
  const [here, there] = [1, 2].map(() => openSqlite(join(DATA_DIR, 'quad.db')))
  if (!here || !there) throw new Error('not opened')
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
  })
  await migrate(here)
  const all = vi.spyOn(here, 'all')
  const versions = createCategoryVersions(here)
  for (const [index, writer] of [here, there, here, there].entries()) {
    expect((await versions.read()).misc).toBe(index)
    await writer.transaction((tx) => bumpCategoryVersion(tx, 'misc'))
    all.mockClear()
    const reads = await Promise.all([versions.read(), versions.read(), versions.read()])
    expect(reads.map(({ misc }) => misc)).toEqual([index + 1, index + 1, index + 1])
    await versions.read()
    const queries = all.mock.calls.length
    await versions.read()
    expect(all.mock.calls.length).toBe(queries)
  }
})
