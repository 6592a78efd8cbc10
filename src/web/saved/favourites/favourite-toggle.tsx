import { type MouseEvent, type SyntheticEvent, useContext } from 'react'
import { useLocation } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import { FollowLink, isPlainPress } from '../../navigation/link.tsx'
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
  const { saved, press, isHidden } = useContext(Hearts)
  const { id, category } = listing
  if (isHidden) return null
  const toggleClass = `heart print:hidden ${className}`
  if (!isLoggedIn) {
    return (
      <LoginHeart className={toggleClass} listing={listing} label={`Log in to save ${title}`} />
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

/** A link to the login, which leads back to this page. A search may have changed its address, so each press reads it. */
function LoginHeart({
  listing,
  label,
  className,
}: {
  listing: Listing
  label: string
  className: string
}) {
  const follow = useContext(FollowLink)
  const page = usePageUrl()
  // These come before the click, also if it opens a new tab.
  const renew = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
    currentTarget.setAttribute('href', logInToFavouritePath(readPageUrl(), listing))
  }
  const handleClick = (event: MouseEvent) => {
    if (!follow || !isPlainPress(event)) return
    event.preventDefault()
    follow(logInToFavouritePath(readPageUrl(), listing), undefined)
  }
  return (
    <a
      href={logInToFavouritePath(page, listing)}
      className={className}
      aria-label={label}
      onPointerDown={renew}
      onFocus={renew}
      onClick={handleClick}
      // The server has dropped parameters that no page reads, so the link may differ.
      suppressHydrationWarning
    >
      {favouriteIcon}
    </a>
  )
}

/** In the browser this is no subscription: each search would render the hearts of all cards again. */
const usePageUrl = import.meta.env.SSR ? useLocationUrl : readPageUrl

function useLocationUrl() {
  const { pathname, search } = useLocation()
  return pathname + search
}

function readPageUrl() {
  return location.pathname + location.search
}
