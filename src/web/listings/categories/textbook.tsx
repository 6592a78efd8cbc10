import { BookOpenIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatEdition } from '#categories/textbook/edition.ts'
import type { Listing } from '#contract/listing.ts'
import {
  CardDescription,
  CardFacts,
  CardHead,
  ViewDetails,
  WantedBadge,
} from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import type { CategoryView } from './category-view.ts'

export const textbook: CategoryView<'textbook'> = {
  icon: BookOpenIcon,
  CardBody,
  subtitle: ({ details }) => details.author,
  copiesFacts: ({ author, edition }) => [author, formatEdition(edition)],
  safetyTip: (_, { gives }) =>
    gives ? 'hand the book over once you are paid' : 'check the book before you pay',
  structuredData: () => ({ '@type': 'Product' }),
}

/** Keeps a course code such as "MATH 135" on one line. */
const noBreak = (code: string) => code.replace(' ', '\u00a0')

function CardBody({ listing, title }: { listing: Listing<'textbook'>; title: ReactNode }) {
  const { author, edition, condition, course_codes } = listing.details
  return (
    <>
      <CardHead>
        <Price listing={listing} />
        <WantedBadge listing={listing} />
      </CardHead>
      {title}
      <CardDescription>{author}</CardDescription>
      <CardFacts facts={[condition, formatEdition(edition), ...course_codes.map(noBreak)]} />
      <ViewDetails />
    </>
  )
}
