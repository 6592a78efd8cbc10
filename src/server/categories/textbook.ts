import { formatEdition } from '#categories/textbook/edition.ts'
import { textbookPriceGroups } from '#categories/textbook/price-groups.ts'
import type { ServerCategory } from './server-category.ts'

export const textbook: ServerCategory<'textbook'> = {
  isHome: false,
  priceGroups: textbookPriceGroups,
  // Photos are not compared, because the covers of two copies look alike.
  photosToldApartBy: null,
  mailFacts: ({ author, condition, edition, course_codes }) => [
    author,
    condition,
    formatEdition(edition),
    ...course_codes,
  ],
}
