import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { importFavouriteButton } from '../lazy-student-components.ts'
import { findHeart } from './find-heart.ts'
import { heartIcon } from './heart-icon.tsx'
import { logInToSavePath } from './log-in-to-save-path.ts'

/** Saves a listing of another student. For visitors a link to the login; its code is loaded for students only. */
export function Heart({
  category,
  listing,
  title,
  className = '',
}: {
  category: AnyCategory
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
  // The press that waited for the code counts.
  useEffect(() => {
    if (FavouriteButton && isPressed) findHeart(id)?.click()
  }, [FavouriteButton, isPressed, id])
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
      disabled={!hasFailed}
      onClick={press}
    >
      {heartIcon}
    </button>
  )
}
