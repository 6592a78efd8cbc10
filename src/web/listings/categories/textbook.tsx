import { BookOpenIcon } from 'lucide-react'
import { formatEdition } from '#categories/textbook/edition.ts'
import {
  CardAge,
  CardDescription,
  CardFacts,
  CardHead,
  ViewDetails,
  WantedBadge,
} from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import type { CardBodyProps, CategoryView } from './category-view.ts'

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

function CardBody({ listing, title, isShort }: CardBodyProps<'textbook'>) {
  const { author, edition, condition, course_codes } = listing.details
  const courses = isShort ? course_codes.slice(0, 1) : course_codes
  return (
    <>
      <CardHead>
        <Price listing={listing} />
        <WantedBadge listing={listing} />
      </CardHead>
      {title}
      <CardDescription>{author}</CardDescription>
      <CardFacts facts={[condition, formatEdition(edition), ...courses.map(noBreak)]} />
      <CardAge listing={listing} />
      {!isShort && <ViewDetails />}
    </>
  )
}
