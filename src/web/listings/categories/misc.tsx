import { TicketIcon } from 'lucide-react'
import { formatWeekday } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import {
  CardAge,
  CardDescription,
  CardFacts,
  CardHead,
  ViewDetails,
  WantedBadge,
} from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import { displayDescription } from '../listing-display.ts'
import type { CardBodyProps, CategoryView } from './category-view.ts'

export const misc: CategoryView<'misc'> = {
  icon: TicketIcon,
  CardBody,
  subtitle: ({ details }) => details.category?.toString(),
  highlights: ({ details: { event_date } }, today) =>
    event_date ? [formatWeekday(event_date, today)] : [],
  safetyTip: ({ category }, { gives, isFree }) => {
    if (category === 'Tickets') {
      if (isFree) return gives ? 'transfer the tickets there' : 'get the tickets transferred there'
      return gives
        ? 'transfer the tickets once you are paid'
        : 'have the tickets transferred to you before you pay'
    }
    if (isFree) return gives ? 'hand it over in person' : 'check it before you take it'
    return gives ? 'hand it over once you are paid' : 'check it before you pay'
  },
  structuredData: () => ({ '@type': 'Product' }),
}

function CardBody({ listing, title, isShort }: CardBodyProps<'misc'>) {
  const { listing_type, category, event_date } = listing.details
  const today = useToday()
  return (
    <>
      <CardHead>
        <Price listing={listing} />
        {isShort ? (
          <WantedBadge listing={listing} />
        ) : (
          listing_type && <Badge variant="sun">{listing_type}</Badge>
        )}
      </CardHead>
      {title}
      {!isShort && <CardDescription>{displayDescription(listing)}</CardDescription>}
      <CardFacts facts={[category, event_date && formatWeekday(event_date, today)]} />
      <CardAge listing={listing} />
      {!isShort && <ViewDetails />}
    </>
  )
}
