import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { useApi } from '../../queries/api.ts'
import { loadCode } from '../../ui/load-code.ts'
import { similarQuery } from '../listing-queries.ts'
import { NoListing } from './no-listing.tsx'

const importSimilar = async () => ({
  default: (await import('./more-listings-rows.tsx')).SimilarListings,
})

/** If its code does not load, what the server rendered stays as it is, and its links work. */
const loadSimilar = () => loadCode(importSimilar).catch(() => new Promise<never>(() => undefined))

/** Rendered by the server; its code is not in the chunk of every listing's page, and hydrates it when it is there. */
const Similar = import.meta.env.SSR ? (await importSimilar()).default : lazy(loadSimilar)

/** The page of a listing that has ended, for all but its owner: what happened, and what there is instead. */
export function ListingGone({
  category,
  id,
  message,
}: {
  category: AnyCategory
  id: string
  message: string
}) {
  const { data: similar = [] } = useQuery(similarQuery(useApi(), category, id))
  return (
    <div className="page-width pt-10">
      <NoListing category={category} message={message} />
      {similar.length > 0 && (
        <Suspense>
          <Similar category={category} listings={similar} />
        </Suspense>
      )}
    </div>
  )
}
