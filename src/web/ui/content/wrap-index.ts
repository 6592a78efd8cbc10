/** Returns the index modulo `count`: past one end of a list it continues at the other. */
export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count
}
