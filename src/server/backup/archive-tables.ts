import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { entryNames } from './backup-format.ts'
import type { Snapshot } from './snapshot.ts'
import { readTableRows, type TableRow } from './table-rows.ts'
import { backedUpTables, type NamedTable } from './tables.ts'
import type { TarWriter } from './tar-writer.ts'

interface ArchiveTablesDeps {
  tar: TarWriter
  onRows: (table: string, rows: TableRow[]) => Promise<void>
}

const minEntryLength = 1024 * 1024
const compress = promisify(gzip)

/** Adds every backed up table to the backup. Resolves to the number of rows of each. */
export async function archiveTables(
  snapshot: Snapshot,
  deps: ArchiveTablesDeps,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of backedUpTables) counts[table.name] = await archiveTable(snapshot, table, deps)
  return counts
}

/** One line of JSON for each row, in entries of about a megabyte. */
async function archiveTable(
  snapshot: Snapshot,
  table: NamedTable,
  { tar, onRows }: ArchiveTablesDeps,
) {
  let [count, part, text] = [0, 0, '']
  const addEntry = async () => {
    part++
    await tar.add(entryNames.rows(table.name, part), await compress(text))
    text = ''
  }
  for await (const rows of readTableRows(snapshot, table)) {
    for (const row of rows) text += `${JSON.stringify(row)}\n`
    count += rows.length
    if (text.length >= minEntryLength) await addEntry()
    await onRows(table.name, rows)
  }
  if (text !== '') await addEntry()
  return count
}
