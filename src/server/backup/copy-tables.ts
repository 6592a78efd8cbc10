import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { entryNames } from './backup-format.ts'
import type { Snapshot } from './snapshot.ts'
import { type Row, rowsOf } from './table-rows.ts'
import { type KeptTable, keptTables } from './tables.ts'
import type { TarWriter } from './tar-writer.ts'

interface Target {
  tar: TarWriter
  onRows: (table: string, rows: Row[]) => Promise<void>
}

const partSize = 1024 * 1024
const compress = promisify(gzip)

/** Adds every kept table to the backup, and tells how many rows each has. */
export async function copyTables(
  snapshot: Snapshot,
  target: Target,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of keptTables) counts[table.name] = await copyTable(snapshot, table, target)
  return counts
}

/** One line for each row, in parts of about a megabyte. */
async function copyTable(snapshot: Snapshot, table: KeptTable, { tar, onRows }: Target) {
  let [count, part, text] = [0, 0, '']
  const flush = async () => {
    part++
    await tar.add(entryNames.rows(table.name, part), await compress(text))
    text = ''
  }
  for await (const rows of rowsOf(snapshot, table)) {
    for (const row of rows) text += `${JSON.stringify(row)}\n`
    count += rows.length
    if (text.length >= partSize) await flush()
    await onRows(table.name, rows)
  }
  if (text !== '') await flush()
  return count
}
