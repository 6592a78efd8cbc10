import { useLocation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { useSession } from '../../accounts/session.tsx'
import { Link } from '../../link.tsx'
import { importFavouriteButton } from '../../saved/lazy-student-components.ts'
import { useLazyComponent } from '../../ui/use-lazy-component.ts'
import { displayTitle } from '../listing-display.ts'
import { heartIcon } from './heart-icon.tsx'
import { logInToSavePath } from './log-in-to-save-path.ts'

/** Saves a listing of another student. For visitors a link to the login; its code is loaded for students only. */
export function Heart({
  category,
  listing,
  className = '',
}: {
  category: AnyCategory
  listing: Listing
  className?: string
}) {
  const { isLoggedIn, user } = useSession()
  const { pathname, search } = useLocation()
  const FavouriteButton = useLazyComponent(importFavouriteButton, { isNeeded: isLoggedIn })
  const { id } = listing
  const title = displayTitle(category, listing)
  const heartClass = `heart print:hidden ${className}`
  if (!isLoggedIn) {
    return (
      <Link
        to={logInToSavePath(pathname + search, category, id)}
        className={heartClass}
        aria-label={`Log in to save ${title}`}
        // The server has dropped parameters that no page reads.
        suppressHydrationWarning
      >
        {heartIcon}
      </Link>
    )
  }
  if (user?.id === listing.seller.id) return null
  if (user && FavouriteButton) {
    return <FavouriteButton category={category.id} id={id} title={title} className={heartClass} />
  }
  return (
    <button
      type="button"
      className={heartClass}
      aria-label={`Save ${title}`}
      data-favourite={id}
      disabled
    >
      {heartIcon}
    </button>
  )
}
