import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Listing } from '#contract/listing.ts'
import { useApi } from '../../queries/api.ts'
import { useSession } from '../../session/session.tsx'
import { SkeletonCard } from '../../ui/content/skeleton.tsx'
import { type Favourite, type Favourites, favouritesQuery } from '../saved-queries.ts'
import { focusNextRow, SavedNothing, SavedSection } from '../saved-section.tsx'
import { EndedFavouriteRow } from './ended-favourite-row.tsx'

const skeletons = (
  <div className="card-grid">
    {[0, 1, 2, 3].map((index) => (
      <SkeletonCard key={index} />
    ))}
  </div>
)

/** Renders the card of a favourite that students still see. `index` is its position in the list. */
type RenderCard = (favourite: ShownFavourite, index: number) => ReactNode

export function FavouritesSection({
  renderCard,
  renderBar,
}: {
  renderCard: RenderCard
  /** Renders what belongs to all cards, below them. */
  renderBar: (listings: Listing[]) => ReactNode
}) {
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
            {renderBar(open.map(({ listing }) => listing))}
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
  /** The heading of the section, which stays when the last of these favourites is removed. */
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
          <EndedFavouriteRow
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

/** A favourite whose listing students still see. */
type ShownFavourite = Favourite & { listing: NonNullable<Favourite['listing']> }

export const isShownFavourite = (favourite: Favourite): favourite is ShownFavourite =>
  favourite.listing !== null && favourite.listing.status !== 'sold'

interface SavedIds {
  /** The favourites that are saved now. */
  favouriteIds: readonly number[]
  /** The favourites that were saved at any time since the page was opened. */
  shownIds: ReadonlySet<number>
}

/**
 * Separates available listings from those that have ended. An available listing stays when its heart is pressed: a second
 * press saves it again, and nothing moves under the finger.
 */
export function splitFavourites({ results }: Favourites, { favouriteIds, shownIds }: SavedIds) {
  return {
    open: results.filter(isShownFavourite).filter(({ id }) => shownIds.has(id)),
    ended: results.filter(
      (favourite) => !isShownFavourite(favourite) && favouriteIds.includes(favourite.id),
    ),
  }
}

/** Whether a listing was saved after the list was loaded, for example on another device. */
export const lacksFavourite = ({ results }: Favourites, favouriteIds: readonly number[]): boolean =>
  favouriteIds.some((savedId) => !results.some(({ id }) => id === savedId))

const none: number[] = []

/** The student's favourites, and which of them the page shows. */
function useShownFavourites() {
  const favouriteIds = useSession().user?.favourites ?? none
  const query = useQuery({
    ...favouritesQuery(useApi()),
    // A listing may have ended or have a new price.
    refetchOnWindowFocus: 'always',
  })
  const { data, refetch } = query
  const [shownIds, setShownIds] = useState<ReadonlySet<number>>(() => new Set(favouriteIds))
  // Set the state while rendering, so that the list is never painted without the new ids.
  if (favouriteIds.some((id) => !shownIds.has(id)))
    setShownIds(new Set([...shownIds, ...favouriteIds]))

  const refetchIfLacking = useEffectEvent(() => {
    if (data && lacksFavourite(data, favouriteIds)) refetch()
  })
  // Refetch once for each set of ids. A listing that the server does not return would otherwise cause endless requests.
  const key = favouriteIds.join()
  useEffect(() => {
    if (key) refetchIfLacking()
  }, [key])

  return { query, favouriteIds, shownIds }
}
