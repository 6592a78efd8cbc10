import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { allTables, backedUpTables } from '#server/backup/tables.ts'
import type { Db } from '#server/database/database.ts'
import { roomData } from '#server/wiring.ts'
import { engines, openTestDatabase } from './support/databases.ts'

it('docs/operations/security.md says of every table which personal data it holds', () => {
  const path = join(import.meta.dirname, '../docs/operations/security.md')
  const [, section = ''] = readFileSync(path, 'utf8').split(/^## Personal data$/m)
  expect(allTables.length).toBeGreaterThan(30)
  expect(allTables.filter((table) => !section.includes(`\`${table}\``))).toEqual([])
})

const findTables = (db: Db) =>
  db.all<{ name: string }>(
    db.dialect === 'sqlite'
      ? sql`
          SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
            AND name NOT IN ('sqlite_sequence', 'sqlite_schema')`
      : sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
  )

/** Returns a row for each foreign key. References of a table to itself are left out. */
const findReferences = (db: Db) =>
  db.all<{ name: string; referenced: string }>(
    db.dialect === 'sqlite'
      ? sql`
          SELECT DISTINCT tables.name, keys."table" AS referenced
          FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS keys
          WHERE tables.name <> keys."table"`
      : sql`
          SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS referenced
          FROM pg_constraint
          WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
            AND conrelid <> confrelid`,
  )

describe.each(engines)('personal data on %s', (engine) => {
  it('gives every table of the schema to one room, with the tables it references', async () => {
    const db = await openTestDatabase(engine)
    const found = (await findTables(db)).map(({ name }) => name)
    const owned = roomData.flatMap(({ tables }) => Object.keys(tables))
    expect(owned.toSorted()).toEqual(found.toSorted())
    const declared = roomData.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([name, { references = [] }]) =>
        references.map((referenced) => `${name} -> ${referenced}`),
      ),
    )
    const references = await findReferences(db)
    expect(declared.toSorted()).toEqual(
      references.map(({ name, referenced }) => `${name} -> ${referenced}`).toSorted(),
    )
    const isFirst = (name: string, other: string) =>
      allTables.indexOf(name) < allTables.indexOf(other)
    expect(references.filter(({ name, referenced }) => isFirst(name, referenced))).toEqual([])
  })
})

it('backs up everything that a backed up table references', () => {
  const backedUp = backedUpTables.map(({ name }) => name)
  const missing = backedUpTables.flatMap(({ references = [] }) =>
    references.filter((name) => !backedUp.includes(name)),
  )
  expect(missing).toEqual([])
})
