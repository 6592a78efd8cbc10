import { useQuery } from '@tanstack/react-query'
import type { FocusEvent } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { useApi } from '../../api.ts'
import { similarQuery } from '../listing-queries.ts'
import { SimilarCard } from './similar-card.tsx'

export const similarListingsId = 'similar'

/** Browsers leave a card that is partly visible where it is. Not on a press, whose click would then miss it. */
function showWhole({ target }: FocusEvent) {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A row that scrolls sideways, on wide screens a grid. Nothing if there are none, or if they could not be loaded. */
export function SimilarListings({ category, id }: { category: AnyCategory; id: string | number }) {
  const { data: listings } = useQuery(similarQuery(useApi(), category, id))
  if (!listings?.length) return null
  return (
    <section aria-labelledby={similarListingsId} className="mt-12 lg:mt-18 print:hidden">
      <h2 id={similarListingsId} className="title-3 scroll-mt-24">
        Similar listings
      </h2>
      <ul
        onFocus={showWhole}
        className="-mx-4.5 mt-3 flex scroll-px-4.5 gap-4 overflow-x-auto px-4.5 pt-2 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-4 lg:gap-5.5 lg:overflow-visible lg:px-0"
      >
        {listings.map((listing) => (
          <li key={listing.id} className="w-60 flex-none xs:w-[42%] md:w-[28%] lg:w-auto">
            <SimilarCard category={category} listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
