import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { useApi } from '../../queries/api.ts'
import { useIsInView } from '../../ui/use-is-in-view.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { similarQuery } from '../listing-queries.ts'
import { MoreListingsPlaceholder } from './more-listings-placeholder.tsx'
import type { MoreListingsRows } from './more-listings-rows.tsx'

let loadedRows: typeof MoreListingsRows | undefined

const importRows = async () => {
  loadedRows = (await import('./more-listings-rows.tsx')).MoreListingsRows
  return loadedRows
}

/** What else there is, loaded when the reader comes near: the server spends no time on it. */
export function MoreListings(props: { category: AnyCategory; listing: Listing }) {
  const { category, listing } = props
  const api = useApi()
  const queryClient = useQueryClient()
  const element = useRef<HTMLDivElement>(null)
  const isNear = useIsInView(element, { initial: false, margin: '600px 0px' })
  const { Part: importedRows, hasFailed } = useLazyPart(importRows, {
    // That of a sold one is led to from its panel.
    isNeeded: isNear || !isListed(listing.status),
  })
  // On the way back they are rendered at once: the page is as long as it was, and is scrolled to where it was.
  const [rowsSeen] = useState(() => {
    const wasSeen = queryClient.getQueryData(similarQuery(api, category, listing.id).queryKey)
    return wasSeen && loadedRows
  })
  const Rows = rowsSeen ?? importedRows
  return (
    <>
      {Rows ? (
        <Rows {...props} />
      ) : (
        <MoreListingsPlaceholder ref={element} category={category} isEmpty={hasFailed} />
      )}
      {/* For a reader at the end of the page, what the browser's scroll anchoring keeps in place. */}
      <div className="h-px" />
    </>
  )
}
