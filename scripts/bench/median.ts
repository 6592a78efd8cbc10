export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

export function quantile(values: readonly number[], fraction: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN
}
