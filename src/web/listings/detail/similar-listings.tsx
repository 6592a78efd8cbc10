import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { useApi } from '../../api.ts'
import { CardRow, CardRowItem } from '../../ui/card-row.tsx'
import { similarQuery } from '../listing-queries.ts'
import { SimilarCard } from './similar-card.tsx'

export const similarListingsId = 'similar'

/** Nothing if there are none, or if they could not be loaded. */
export function SimilarListings({ category, id }: { category: AnyCategory; id: string | number }) {
  const { data: listings } = useQuery(similarQuery(useApi(), category, id))
  if (!listings?.length) return null
  return (
    <section aria-labelledby={similarListingsId} className="mt-12 lg:mt-18 print:hidden">
      <h2 id={similarListingsId} className="title-3 scroll-mt-24">
        Similar listings
      </h2>
      <CardRow>
        {listings.map((listing) => (
          <CardRowItem key={listing.id}>
            <SimilarCard category={category} listing={listing} />
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}
