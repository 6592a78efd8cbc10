/** The entries of a list given as an array, a JSON text or a comma-separated text. Never throws. */
export function readEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined) return []
  if (typeof value !== 'string') return [value]
  return entriesOfJson(value) ?? entriesOfCommaList(value)
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

function entriesOfCommaList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
