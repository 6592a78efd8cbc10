import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
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

/** Other listings, which load when the reader scrolls near them. The server does not render them. */
export function MoreListings(props: { listing: Listing }) {
  const { listing } = props
  const api = useApi()
  const queryClient = useQueryClient()
  const element = useRef<HTMLDivElement>(null)
  const isNear = useIsInView(element, { initial: false, margin: '600px 0px' })
  const { Part: importedRows, hasFailed } = useLazyPart(importRows, {
    // The panel of a sold listing links to the rows, so they load at once.
    isNeeded: isNear || !isListed(listing.status),
  })
  // After Back the rows are rendered at once. The page is then as long as before, and its scroll position can be restored.
  const [rowsSeen] = useState(() => {
    const wasSeen = queryClient.getQueryData(similarQuery(api, listing).queryKey)
    return wasSeen && loadedRows
  })
  const Rows = rowsSeen ?? importedRows
  return (
    <>
      {Rows ? (
        <Rows {...props} />
      ) : (
        <MoreListingsPlaceholder ref={element} category={categoryOf(listing)} isEmpty={hasFailed} />
      )}
      {/* If the reader is at the end of the page, the browser's scroll anchoring keeps this element in place. */}
      <div className="h-px" />
    </>
  )
}
