import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import { categoryById } from '#categories/index.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import { pagePaths } from '#contract/paths.ts'
import { shownTitle } from '#contract/shown-title.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { Favourite } from '../saved-queries.ts'
import { favouriteMutation, useIsFavourite } from './favourite-mutation.ts'

/** The row of a favourite that is no longer available. Its page says what happened and shows similar listings. */
export function EndedFavouriteRow({
  favourite,
  isRestored,
  onRemove,
  onUndo,
}: {
  favourite: Favourite
  /** Whether the removal was undone. The row then takes the focus. */
  isRestored: boolean
  /** Called before the row disappears. */
  onRemove: (button: HTMLElement) => void
  onUndo: () => void
}) {
  const { id, listing } = favourite
  const context = { api: useApi(), queryClient: useQueryClient() }
  const { mutate } = useMutation(favouriteMutation(context, favourite))
  const isFavourite = useIsFavourite(id)
  const isHydrated = useHydrated()
  const category = categoryById[favourite.category]
  const title = shownTitle(favourite)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isRestored && isFavourite) button.current?.focus()
  }, [isRestored, isFavourite])
  const undo = () => {
    onUndo()
    mutate(true)
  }
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onRemove(currentTarget)
    mutate(false)
    // A listing that ended without being sold cannot be saved again.
    const action = listing && { label: 'Undo', onClick: undo }
    showToast({ variant: 'ok', text: `Removed: ${title}`, ...(action && { action }) })
  }
  // The row disappears at once, and comes back if the server refuses the removal.
  if (!isFavourite) return null
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-3">
      <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{listing ? statusLabel(listing) : 'Ended'}</Badge>
        <h4 dir="auto" className="min-w-0 wrap-anywhere">
          {favourite.title === null ? (
            title
          ) : (
            <Link to={pagePaths.listing(category.id, id)} className="link">
              {title}
            </Link>
          )}
        </h4>
      </div>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        disabled={!isHydrated}
        data-remove
        onClick={remove}
      >
        Remove <span className="sr-only">{title}</span>
      </Button>
    </li>
  )
}
