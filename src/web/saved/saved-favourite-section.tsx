import { type RefObject, useRef, useState } from 'react'
import { categoryById } from '#categories/index.ts'
import type { Favourite } from '#contract/favourites.ts'
import { ListingCard } from '../listings/cards/listing-card.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { focusNextRow } from './focus-next-row.ts'
import { SavedEndedRow } from './saved-ended-row.tsx'
import { splitFavourites } from './saved-favourites.ts'
import { SavedNothing } from './saved-nothing.tsx'
import { SavedSection } from './saved-section.tsx'
import { useShownFavourites } from './use-shown-favourites.ts'

const skeletons = (
  <div className="card-grid">
    {[0, 1, 2, 3].map((index) => (
      <SkeletonCard key={index} />
    ))}
  </div>
)

export function SavedFavouriteSection() {
  const { query, ...ids } = useShownFavourites()
  const heading = useRef<HTMLHeadingElement>(null)
  const [restoredId, setRestoredId] = useState<number>()
  return (
    <SavedSection
      id="favourites"
      title="Favourites"
      headingRef={heading}
      query={query}
      loading={skeletons}
    >
      {(favourites) => {
        const { open, ended } = splitFavourites(favourites, ids)
        if (open.length + ended.length === 0) {
          return (
            <SavedNothing>
              No favourites yet. Tap the heart on a listing to keep it here.
            </SavedNothing>
          )
        }
        return (
          <>
            {open.length > 0 && <Cards favourites={open} />}
            {ended.length > 0 && (
              <Ended
                favourites={ended}
                restoredId={restoredId}
                onRestore={setRestoredId}
                sectionHeading={heading}
              />
            )}
          </>
        )
      }}
    </SavedSection>
  )
}

function Cards({ favourites }: { favourites: readonly Favourite[] }) {
  return (
    <ul className="card-grid">
      {favourites.map(
        ({ id, category, listing }, index) =>
          listing && (
            <li key={id}>
              <ListingCard
                category={categoryById[category]}
                listing={listing}
                index={index}
                titleAs="h3"
              />
            </li>
          ),
      )}
    </ul>
  )
}

function Ended({
  favourites,
  restoredId,
  onRestore,
  sectionHeading,
}: {
  favourites: readonly Favourite[]
  restoredId: number | undefined
  onRestore: (id: number | undefined) => void
  /** Stays when the last of these is removed. */
  sectionHeading: RefObject<HTMLElement | null>
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (button: HTMLElement) => {
    onRestore(undefined)
    focusNextRow(button, favourites.length > 1 ? heading.current : sectionHeading.current)
  }
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="title-4 mt-8 mb-2 scroll-mt-6 outline-none">
        No longer available
      </h3>
      <ul className="divide-y divide-line border-line border-t">
        {favourites.map((favourite) => (
          <SavedEndedRow
            key={favourite.id}
            favourite={favourite}
            isRestored={favourite.id === restoredId}
            onRemove={remove}
            onUndo={() => onRestore(favourite.id)}
          />
        ))}
      </ul>
    </>
  )
}
