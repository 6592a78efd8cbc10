import { perCampus } from '#campus/campus.ts'
import { isBlank } from './text-rules.ts'

/** The functions here parse leniently before validation. They return a value that they cannot coerce as it is. */

/** Returns null for blank text, which forms send for an empty field. */
export function coerceText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return isBlank(value) ? null : value.trim()
}

/**
 * The longest text that can be a number, price, day, choice or code. Longer texts are not parsed, so that no request
 * keeps a parser busy for long.
 */
export const maxParsedLength = 100

export function coerceNumber(value: unknown): unknown {
  const text = coerceText(value)
  const number = typeof text === 'string' && isDecimal(text) ? Number(text) : text
  // Adding 0 turns -0 into 0.
  return typeof number === 'number' ? number + 0 : number
}

function isDecimal(text: string): boolean {
  if (text.length > maxParsedLength) return false
  const unsigned = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text
  const parts = unsigned.split('.')
  return parts.length <= 2 && parts.every(isDigits)
}

const isDigits = (text: string): boolean =>
  text !== '' && [...text].every((character) => character >= '0' && character <= '9')

/** How people write the currency of the campus, in lower case. */
const currencySigns = perCampus(({ currency: { code, symbol } }) =>
  [symbol, code, ...(code === 'CAD' ? ['c$', 'ca$'] : [])].map((sign) => sign.toLowerCase()),
)

/** Accepts "$55", "CA$ 55", "55 $" and "1,200" too. */
export function coerceMoney(value: unknown): unknown {
  if (typeof value !== 'string') return coerceNumber(value)
  const text = value.trim()
  if (text.length > maxParsedLength) return text
  return coerceNumber(joinThousands(dropCurrency(text)))
}

function dropCurrency(text: string): string {
  const lower = text.toLowerCase()
  const before = currencySigns().find((sign) => lower.startsWith(sign))
  if (before) return text.slice(before.length).trimStart()
  const after = currencySigns().find((sign) => lower.endsWith(sign))
  return after ? text.slice(0, -after.length).trimEnd() : text
}

/** Returns "1200.50" for "1,200.50". A text whose commas are in other places stays as it is. */
function joinThousands(amount: string): string {
  const [whole = '', ...decimals] = amount.split('.')
  const [first = '', ...groups] = whole.split(',')
  const isGrouped =
    groups.length > 0 &&
    [first, ...groups].every(isDigits) &&
    first.length <= 3 &&
    !first.startsWith('0') &&
    groups.every(({ length }) => length === 3)
  return isGrouped ? [first + groups.join(''), ...decimals].join('.') : amount
}

export function coerceBoolean(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (given === 1 || given === '1' || given === 'true' || given === 'on') return true
  if (given === 0 || given === '0' || given === 'false' || given === 'off') return false
  return given === '' ? null : given
}

/** Returns the option with this text, ignoring case. A number may be given as text. */
export function coerceChoice(options: readonly (string | number)[], value: unknown): unknown {
  const text = coerceText(value)
  if (typeof text !== 'string' || text.length > maxParsedLength) return text
  return options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? text
}

/** More items than any list may have. A body of a megabyte can hold half a million items, and each would be validated. */
export const maxListItems = 400

/** Returns the items of an array, a JSON text or a comma-separated text, without blank ones. Never throws. */
export function parseList(value: unknown): unknown[] {
  return listItems(value)
    .slice(0, maxListItems)
    .filter((item) => typeof item !== 'string' || !isBlank(item))
}

function listItems(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  if (typeof value !== 'string') return [value]
  return parseJsonList(value) ?? value.split(',', maxListItems)
}

function parseJsonList(text: string): unknown[] | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return undefined
  }
}
