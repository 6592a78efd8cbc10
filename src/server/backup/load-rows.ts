import type { FileHandle } from 'node:fs/promises'
import type { Db } from '../database/database.ts'
import { backedUpRows } from './read-backup.ts'
import { columnsOf, insertRows } from './table-rows.ts'
import { damaged } from './tar-reader.ts'

const rowsInStatement = 100

/** Puts the rows of a backup into tables that have the schema of its time. */
export async function loadRows(tx: Db, file: FileHandle, onRows: (count: number) => void) {
  for await (const { table, rows } of backedUpRows(file)) {
    const columns = await columnsOf(tx, table)
    const asExpected = (row: object) =>
      Object.keys(row).length === columns.length && columns.every((column) => column in row)
    if (!rows.every(asExpected)) throw damaged()
    for (let start = 0; start < rows.length; start += rowsInStatement) {
      const some = rows.slice(start, start + rowsInStatement)
      await insertRows(tx, table, columns, some)
      onRows(some.length)
    }
  }
}
