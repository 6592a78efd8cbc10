import { campus } from '#campus/campus.ts'
import type { CategoryId } from './index.ts'
import { describeMinutes, nearestCampus, wayWords } from './minutes.ts'
import type { PriceGroup } from './price-group.ts'
import { rentalPriceGroups } from './rental/price-groups.ts'
import { textbookPriceGroups } from './textbook/price-groups.ts'

type Values = Readonly<Record<string, unknown>>

/** The minutes that separate groups of homes. Homes beyond the last limit are in a group of their own. */
const minuteLimits = [10, 20] as const

/**
 * Returns the groups whose sales are compared, the most alike first. They include the price groups of the listing that are
 * not broad, under the same ids. A wanted thing must not get here.
 */
export const saleGroups: { [Id in CategoryId]: (values: Values) => readonly PriceGroup[] } = {
  rental: rentalSaleGroups,
  textbook: (values) => [
    ...textbookPriceGroups(values),
    // Copies of one book are most alike. If too few were sold, other books for the course say something, too.
    ...(values.isbn ? textbookPriceGroups({ ...values, isbn: null }) : []),
  ],
  misc: ({ category }) =>
    typeof category === 'string' && campus.itemKinds.includes(category)
      ? [{ id: `misc kind ${category}`, label: `items in ${category}` }]
      : [],
  wanted: () => [],
}

/** Homes at the same distance come before all others of their kind. */
function rentalSaleGroups(values: Values): PriceGroup[] {
  const nearest = nearestCampus(values.minutes, values.minutes_about)
  return rentalPriceGroups(values).flatMap((group) => {
    if (!nearest) return [group]
    const { way } = nearest
    const step = minuteLimits.find((each) => nearest.step <= each)
    const minutes = step
      ? describeMinutes({ way, step })
      : `over ${minuteLimits.at(-1)} min ${wayWords[way]}`
    const id = `${group.id} ${way} ${step ?? 'far'}`
    return [{ id, label: `${group.label}, ${minutes} to a campus` }, group]
  })
}
