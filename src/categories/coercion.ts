import { isBlank } from './text-rules.ts'

/** Lenient parsing before validation; a value that cannot be coerced is returned as it is. */

/** Blank text is null: forms send it for an empty field. */
export function coerceText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return isBlank(value) ? null : value.trim()
}

export function coerceNumber(value: unknown): unknown {
  const text = coerceText(value)
  const number = typeof text === 'string' && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  // Adding 0 turns -0 into 0.
  return typeof number === 'number' ? number + 0 : number
}

/** Also "$55", "CA$ 55", "55 $" and "1,200". */
export function coerceMoney(value: unknown): unknown {
  if (typeof value !== 'string') return coerceNumber(value)
  const amount = value.trim().replace(/^(?:CA?)?\$\s*|\s*\$$/i, '')
  return coerceNumber(
    /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount,
  )
}

export function coerceBoolean(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (given === 1 || given === '1' || given === 'true' || given === 'on') return true
  if (given === 0 || given === '0' || given === 'false' || given === 'off') return false
  return given === null || given === '' ? false : given
}

/** The option with this text, ignoring case; a number may be given as text. */
export function coerceChoice(options: readonly (string | number)[], value: unknown): unknown {
  const text = coerceText(value)
  if (typeof text !== 'string') return text
  return options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? text
}

/** More than any list may have; a body of a megabyte has half a million, each of which would be validated. */
export const maxListItems = 400

/** The items of an array, a JSON text or a comma-separated text, without blank ones. Never throws. */
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
