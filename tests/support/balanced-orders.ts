/**
 * Returns a balanced Latin square for an even number of items. Each item is first once and last once, and each follows each
 * other item once. If one item fills a cache for the next, four such orders find what all 24 would find.
 */
export function balancedOrders<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, first) =>
    items.map((_, step) => {
      const offset = step % 2 ? items.length - (step + 1) / 2 : step / 2
      return items[(first + offset) % items.length] as Item
    }),
  )
}
