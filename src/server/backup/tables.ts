import type { BackedUpTable, TableData } from '../database/personal-data.ts'
import { personalData } from '../wiring.ts'

const tables: Record<string, TableData> = Object.assign(
  {},
  ...personalData.map((room) => room.tables),
)

/** The names of all tables, each after those that its foreign keys reference. */
function orderByReferences(): string[] {
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const referenced of tables[name]?.references ?? []) add(referenced)
    ordered.add(name)
  }
  for (const name of Object.keys(tables)) add(name)
  return [...ordered]
}

export const allTables: readonly string[] = orderByReferences()

export interface NamedTable extends BackedUpTable {
  name: string
}

export const backedUpTables: readonly NamedTable[] = allTables.flatMap((name) => {
  const table = tables[name]
  return table && 'key' in table ? [{ ...table, name }] : []
})

/** Tables in backups of older versions that a migration has replaced since. */
export const formerTables = ['visits']
