import { broadRentalPriceGroups, rentalPriceGroups } from '#categories/rental/price-groups.ts'
import type { ServerCategory } from './server-category.ts'

export const rental: ServerCategory<'rental'> = {
  isHome: true,
  priceGroups: (details) => [...rentalPriceGroups(details), ...broadRentalPriceGroups(details)],
  photosToldApartBy: 'address',
  mailFacts: ({ address }) => [address],
}
