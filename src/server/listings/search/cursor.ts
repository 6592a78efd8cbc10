import type { SortOrder } from '#contract/list-parameters.ts'
import { AppError } from '../../errors.ts'
import type { SortPosition } from './list-order.ts'

const cursorPattern = /^(?:new|-?price|soonest(?= \d{8} )) (?<key>\d{1,9}) (?<number>\d{1,10})$/

/** Opaque to clients, and valid only for the order it was issued for. */
export function encodeCursor(order: SortOrder, { key, id }: SortPosition): string {
  // Ranks are unique, and have more digits than a key.
  const position = order === 'new' ? `0 ${key}` : `${String(key).replaceAll('-', '')} ${id}`
  return Buffer.from(`${order} ${position}`).toString('base64url')
}

export function parseCursor(order: SortOrder, cursor: string): SortPosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const { key = '', number } = cursorPattern.exec(text)?.groups ?? {}
  const position = toPosition(order, key, Number(number))
  if (encodeCursor(order, position) !== cursor) {
    const message = 'cursor must be the next of a page in the same order'
    throw new AppError('bad_request', 'Please check: cursor.', { fields: { cursor: message } })
  }
  return position
}

function toPosition(order: SortOrder, key: string, number: number): SortPosition {
  if (order === 'new') return { key: number, id: 0 }
  if (order !== 'soonest') return { key: Number(key), id: number }
  return { key: key.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'), id: number }
}
