import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Favourite } from '#contract/favourites.ts'
import { SkeletonCard } from '../../ui/content/skeleton.tsx'
import { focusNextRow } from '../focus-next-row.ts'
import { SavedNothing } from '../saved-nothing.tsx'
import { SavedSection } from '../saved-section.tsx'
import { SavedEndedRow } from './saved-ended-row.tsx'
import { type ShownFavourite, splitFavourites } from './saved-favourites.ts'
import { useShownFavourites } from './use-shown-favourites.ts'

const skeletons = (
  <div className="card-grid">
    {[0, 1, 2, 3].map((index) => (
      <SkeletonCard key={index} />
    ))}
  </div>
)

/** The favourite that is still shown, and its position in the list. */
type RenderCard = (favourite: ShownFavourite, index: number) => ReactNode

export function SavedFavouriteSection({ renderCard }: { renderCard: RenderCard }) {
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
            {open.length > 0 && <Cards favourites={open} renderCard={renderCard} />}
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

function Cards({
  favourites,
  renderCard,
}: {
  favourites: readonly ShownFavourite[]
  renderCard: RenderCard
}) {
  return (
    <ul className="card-grid">
      {favourites.map((favourite, index) => (
        <li key={favourite.id}>{renderCard(favourite, index)}</li>
      ))}
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
