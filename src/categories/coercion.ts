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

/** The items of an array, a JSON text or a comma-separated text, without blank ones. Never throws. */
export function parseList(value: unknown): unknown[] {
  return listItems(value).filter((item) => typeof item !== 'string' || !isBlank(item))
}

function listItems(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  if (typeof value !== 'string') return [value]
  return parseJsonList(value) ?? value.split(',')
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
