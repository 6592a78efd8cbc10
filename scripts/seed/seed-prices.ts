import type { SeededRandom } from './seeded-random.ts'

const draws = 1000

/** Returns a number around 1 that is seldom far from it: the mean of three draws, at most `width` away. */
function spread({ integer }: SeededRandom, width: number): number {
  const mean = (integer(0, draws) + integer(0, draws) + integer(0, draws)) / (3 * draws)
  return 1 + (2 * mean - 1) * width
}

const roundTo = (step: number, amount: number) => Math.max(step, Math.round(amount / step) * step)

/** Generates the monthly rent of a room or a whole place. Rooms cost less where many people share a home. */
export function generateRent(
  random: SeededRandom,
  { isRoom, isSublet, bedrooms }: { isRoom: boolean; isSublet: boolean; bedrooms: number },
): number {
  const usual = isRoom ? 1000 - 50 * bedrooms : 900 + 600 * bedrooms
  return roundTo(25, usual * (isSublet ? 0.85 : 1) * spread(random, 0.5))
}

const shareOfNew = { New: 0.75, 'Like New': 0.65, Used: 0.5, Worn: 0.4 }

/** Generates the price of a used book. */
export const generateBookPrice = (
  random: SeededRandom,
  { newPrice, condition }: { newPrice: number; condition: keyof typeof shareOfNew },
): number => roundTo(5, newPrice * shareOfNew[condition] * spread(random, 0.3))
