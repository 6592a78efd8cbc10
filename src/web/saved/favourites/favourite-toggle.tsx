import { useContext } from 'react'
import { useLocation } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { favouriteIcon, Hearts } from './favourite-element.tsx'
import { logInToFavouritePath } from './pending-favourite.ts'

/**
 * A button that saves another student's listing. For visitors it is a link to the login. Its code loads only for students.
 */
export function FavouriteToggle({
  listing,
  title,
  className = '',
}: {
  listing: Listing
  title: string
  className?: string
}) {
  const { isLoggedIn, user } = useSession()
  const { pathname, search } = useLocation()
  const { saved, press, isHidden } = useContext(Hearts)
  const { id, category } = listing
  if (isHidden) return null
  const toggleClass = `heart print:hidden ${className}`
  if (!isLoggedIn) {
    return (
      <Link
        to={logInToFavouritePath(pathname + search, listing)}
        className={toggleClass}
        aria-label={`Log in to save ${title}`}
        // The server has dropped parameters that no page reads, so the link may differ.
        suppressHydrationWarning
      >
        {favouriteIcon}
      </Link>
    )
  }
  if (user?.id === listing.seller.id) return null
  const isReady = user !== null && press !== undefined
  return (
    <button
      type="button"
      className={toggleClass}
      aria-label={`Save ${title}`}
      aria-pressed={isReady ? saved.has(id) : undefined}
      data-favourite={id}
      disabled={!isReady}
      onClick={() => press?.({ category, id })}
    >
      {favouriteIcon}
    </button>
  )
}
