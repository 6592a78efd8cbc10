/** An index that leaves one end of a row of `count` and comes in at the other. */
export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count
}
