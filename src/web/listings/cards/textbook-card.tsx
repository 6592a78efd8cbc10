import type { ReactNode } from 'react'
import { categoryById } from '#categories/index.ts'
import { formatEdition } from '#categories/textbook/edition.ts'
import type { Listing } from '#contract/listings.ts'
import { CardDescription, CardFacts, CardHead, ViewDetails } from './card-parts.tsx'
import { Price } from './price.tsx'
import { WantedBadge } from './wanted-badge.tsx'

const category = categoryById.textbook

/** "MATH 135" stays on one line. */
const noBreak = (code: string) => code.replace(' ', '\u00a0')

export function TextbookCard({
  listing,
  title,
}: {
  listing: Listing<'textbook'>
  title: ReactNode
}) {
  const { author, edition, condition, course_codes } = listing
  return (
    <>
      <CardHead>
        <Price category={category} listing={listing} />
        <WantedBadge category={category} listing={listing} />
      </CardHead>
      {title}
      <CardDescription>{author}</CardDescription>
      <CardFacts facts={[condition, formatEdition(edition), ...course_codes.map(noBreak)]} />
      <ViewDetails />
    </>
  )
}
