import { campus } from '#campus/campus.ts'
import type { CategoryId } from './index.ts'
import { nearestCampus } from './minutes.ts'
import type { PriceGroup } from './price-group.ts'
import { rentalPriceGroups } from './rental/price-groups.ts'
import { textbookPriceGroups } from './textbook/price-groups.ts'

type Values = Readonly<Record<string, unknown>>

/** The steps of minutes that a group of homes tells apart. The last one means farther away. */
const walkSteps = [10, 20] as const

/**
 * Returns the groups whose sales are compared, the most alike first. They include the price groups of the listing, under
 * the same ids. A wanted thing must not get here.
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
    const step = walkSteps.find((each) => nearest.step <= each)
    const far = walkSteps.at(-1)
    const label = step ? `within ${step} min of a campus` : `over ${far} min from a campus`
    const id = `${group.id} ${nearest.way} ${step ?? 'far'}`
    return [{ id, label: `${group.label}, ${label}` }, group]
  })
}
