import type { SortOrder } from '#contract/list-parameters.ts'
import { AppError } from '../errors.ts'

/** Where a list continues: after a rank when the newest come first, otherwise after a price and id. */
export interface ListPosition {
  afterRank?: number
  after?: PricePosition
}

export interface PricePosition {
  priceCents: number
  id: number
}

/** The sort keys of a page's last listing. */
interface SortKeys {
  rank: number
  price_cents: number
  id: number
}

const cursorPattern = /^(?<order>new|-?price) (?<price>\d{1,9}) (?<number>\d{1,10})$/

/** Opaque to clients, and valid only for the order it was issued for. */
export function encodeCursor(order: SortOrder, { rank, price_cents, id }: SortKeys): string {
  const keys = order === 'new' ? `0 ${rank}` : `${price_cents} ${id}`
  return Buffer.from(`${order} ${keys}`).toString('base64url')
}

export function parseCursor(order: SortOrder, cursor: string): ListPosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const { groups } = cursorPattern.exec(text) ?? {}
  const priceCents = Number(groups?.price)
  const number = Number(groups?.number)
  const isOurs = Buffer.from(`${order} ${priceCents} ${number}`).toString('base64url') === cursor
  if (groups?.order !== order || !isOurs) {
    const message = 'cursor must be the next of a page in the same order'
    throw new AppError('bad_request', 'Please check: cursor.', { fields: { cursor: message } })
  }
  return order === 'new' ? { afterRank: number } : { after: { priceCents, id: number } }
}
