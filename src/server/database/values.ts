export type Value = string | number | bigint | null | Uint8Array

/** Throws on a parameter that the two engines would store differently or not at all. */
export function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (value instanceof Uint8Array) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`A query value cannot be ${describe(value)}.`)
}

function describe(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : String(value)
}
