import { formatWeekday } from '#format/format.ts'
import type { ServerCategory } from './server-category.ts'

export const misc: ServerCategory<'misc'> = {
  isHome: false,
  priceGroups: () => [],
  photosToldApartBy: 'title',
  mailFacts: ({ listing_type, category, event_date }, today) => [
    listing_type === 'Wanting' && listing_type,
    category,
    event_date && formatWeekday(event_date, today),
  ],
}
