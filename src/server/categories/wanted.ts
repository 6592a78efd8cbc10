import type { ServerCategory } from './server-category.ts'

export const wanted: ServerCategory<'wanted'> = {
  isHome: true,
  // A limit is no price, so it counts in no middle.
  priceGroups: () => [],
  photosToldApartBy: null,
  mailFacts: ({ place, area }) => [place, area],
}
