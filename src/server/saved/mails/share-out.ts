/** How many each group gets of so many places: in turn, until there are none left or nobody needs more. */
export function shareOut(needs: readonly number[], places: number): number[] {
  const shares = needs.map(() => 0)
  let left = places
  while (left > 0) {
    const before = left
    for (const [index, need] of needs.entries()) {
      const share = shares[index] ?? 0
      if (left === 0 || share >= need) continue
      shares[index] = share + 1
      left -= 1
    }
    if (left === before) break
  }
  return shares
}
