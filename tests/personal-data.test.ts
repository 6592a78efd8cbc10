import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backedUpTables, excludedTables } from '#server/backup/tables.ts'

it('docs/operations/security.md says of every table which personal data it holds', () => {
  const path = join(import.meta.dirname, '../docs/operations/security.md')
  const [, section = ''] = readFileSync(path, 'utf8').split(/^## Personal data$/m)
  const tables = [...backedUpTables.map(({ name }) => name), ...Object.keys(excludedTables)]
  expect(tables.filter((table) => !section.includes(`\`${table}\``))).toEqual([])
})
