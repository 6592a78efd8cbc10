/**
 * Returns the median, in cents, of prices in ascending order. For an even number of prices, it is the mean of the two
 * in the middle.
 */
export function medianPrice(prices: ArrayLike<number>): number {
  const half = (prices.length - 1) / 2
  return meanOf(prices, Math.floor(half), Math.ceil(half))
}

/**
 * Returns the median without one price of the cheaper half: what the others ask, for a counted listing below the
 * median. It does not matter which price is left out, because all of them come before the prices in the middle.
 */
export function medianOfOthers(prices: ArrayLike<number>): number {
  return meanOf(prices, Math.floor(prices.length / 2), Math.ceil(prices.length / 2))
}

function meanOf(prices: ArrayLike<number>, index: number, otherIndex: number): number {
  const [price, otherPrice] = [prices[index], prices[otherIndex]]
  if (price === undefined || otherPrice === undefined) throw new RangeError('Too few prices.')
  return Math.round((price + otherPrice) / 2)
}
