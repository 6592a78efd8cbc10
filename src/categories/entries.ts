/**
 * The entries of a list given as an array, a JSON text or a comma-separated text, without blank ones.
 * Never throws.
 */
export function readEntries(value: unknown): unknown[] {
  return entriesOf(value).filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
}

function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  if (typeof value !== 'string') return [value]
  return entriesOfJson(value) ?? value.split(',')
}

function entriesOfJson(text: string): unknown[] | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return undefined
  }
}
