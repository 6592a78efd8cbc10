import type { ReactNode } from 'react'
import { type CategoryId, categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { CardRow, CardRowItem } from '../../ui/content/card-row.tsx'
import { SmallCard } from './small-card.tsx'

/** Other listings below the one that is read; the link is beside the heading. */
export function SmallCardRow({
  id,
  heading,
  link,
  listings,
}: {
  id: string
  heading: ReactNode
  link?: ReactNode
  listings: readonly { category: CategoryId; listing: Listing }[]
}) {
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-18 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="title-3 scroll-mt-6">
          {heading}
        </h2>
        {link}
      </div>
      <CardRow>
        {listings.map(({ category, listing }) => (
          <CardRowItem key={listing.id}>
            <SmallCard category={categoryById[category]} listing={listing} />
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}
