/** How loosely written values are read before they are checked; what makes no sense stays as it is. */

/** Forms send an empty text for what was left blank. */
export function readText(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value
  return text === '' ? null : text
}

/** PostgreSQL cannot hold a NUL, and no text can hold half a character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

export function readNumber(value: unknown): unknown {
  const given = readText(value)
  const number =
    typeof given === 'string' && /^[+-]?\d+(\.\d+)?$/.test(given) ? Number(given) : given
  // Adding 0 turns -0 into 0.
  return typeof number === 'number' ? number + 0 : number
}

export function readCheckbox(value: unknown): unknown {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (given === 1 || given === '1' || given === 'true' || given === 'on') return true
  if (given === 0 || given === '0' || given === 'false' || given === 'off') return false
  return given === null || given === '' ? false : given
}

/** The option that is meant, whatever its case; numbers may be written as text. */
export function readChoice(options: readonly (string | number)[], value: unknown): unknown {
  const given = readText(value)
  if (typeof given !== 'string') return given
  return options.find((option) => String(option).toLowerCase() === given.toLowerCase()) ?? given
}
