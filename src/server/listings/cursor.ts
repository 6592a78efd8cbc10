import type { SortOrder } from '#contract/list-parameters.ts'
import { AppError } from '../errors.ts'

/** The sort key of a page's last listing. */
export interface CursorPosition {
  priceCents: number
  id: number
}

const cursorPattern = /^(?<order>new|-?price) (?<price>\d{1,9}) (?<id>\d{1,10})$/

/** Opaque to clients, and valid only for the order it was issued for. */
export function encodeCursor(order: SortOrder, { priceCents, id }: CursorPosition): string {
  return Buffer.from(`${order} ${priceCents} ${id}`).toString('base64url')
}

export function parseCursor(order: SortOrder, cursor: string): CursorPosition {
  const { groups } = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? {}
  const position = { priceCents: Number(groups?.price), id: Number(groups?.id) }
  if (groups?.order === order && encodeCursor(order, position) === cursor) return position
  const message = 'cursor must be the next of a page in the same order'
  throw new AppError('bad_request', 'Please check: cursor.', { fields: { cursor: message } })
}
