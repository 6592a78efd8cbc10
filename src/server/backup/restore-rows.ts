import type { FileHandle } from 'node:fs/promises'
import type { Db } from '../database/database.ts'
import { readBackedUpRows } from './read-backup.ts'
import { insertTableRows, readTableColumns } from './table-rows.ts'
import { damagedBackupError } from './tar-reader.ts'

const rowsPerStatement = 100

/** Inserts the rows of a backup into empty tables with the schema of its migration. */
export async function restoreRows(tx: Db, file: FileHandle, onRows: (count: number) => void) {
  for await (const { table, rows } of readBackedUpRows(file)) {
    const columns = await readTableColumns(tx, table)
    const hasAllColumns = (row: object) =>
      Object.keys(row).length === columns.length && columns.every((column) => column in row)
    if (!rows.every(hasAllColumns)) throw damagedBackupError()
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const batch = rows.slice(start, start + rowsPerStatement)
      await insertTableRows(tx, table, columns, batch)
      onRows(batch.length)
    }
  }
}
