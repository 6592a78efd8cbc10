import type { Order } from '#contract/list-parameters.ts'
import { AppError } from '../errors.ts'

/** Where a page ends: its last listing. */
export interface Position {
  priceCents: number
  id: number
}

const written = /^(?<order>new|-?price) (?<price>\d{1,9}) (?<id>\d{1,10})$/

/** Opaque to clients, and only good for the order it was given for. */
export function toCursor(order: Order, { priceCents, id }: Position): string {
  return Buffer.from(`${order} ${priceCents} ${id}`).toString('base64url')
}

export function readCursor(order: Order, cursor: string): Position {
  const { groups } = written.exec(Buffer.from(cursor, 'base64url').toString()) ?? {}
  const position = { priceCents: Number(groups?.price), id: Number(groups?.id) }
  if (groups?.order === order && toCursor(order, position) === cursor) return position
  const sentence = 'cursor must be the next of a page in the same order'
  throw new AppError('bad_request', 'Please check: cursor.', { fields: { cursor: sentence } })
}
