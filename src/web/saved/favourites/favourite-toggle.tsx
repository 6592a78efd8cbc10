import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importFavouriteButton } from '../lazy-student-components.ts'
import { favouriteIcon, findFavouriteToggle } from './favourite-element.tsx'
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
  const { id } = listing
  const {
    Part: FavouriteButton,
    hasFailed,
    press,
    isPressed,
  } = useLazyPart(importFavouriteButton, { isNeeded: isLoggedIn })
  // Repeat a press that came before the code had loaded.
  useEffect(() => {
    if (FavouriteButton && isPressed) findFavouriteToggle(id)?.click()
  }, [FavouriteButton, isPressed, id])
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
  if (user && FavouriteButton) {
    return (
      <FavouriteButton category={listing.category} id={id} title={title} className={toggleClass} />
    )
  }
  return (
    <button
      type="button"
      className={toggleClass}
      aria-label={`Save ${title}`}
      data-favourite={id}
      disabled={!hasFailed}
      onClick={press}
    >
      {favouriteIcon}
    </button>
  )
}
