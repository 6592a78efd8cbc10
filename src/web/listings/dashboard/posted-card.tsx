import { XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { categoryOf, type OwnListing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Photo } from '../../ui/content/photo.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Price } from '../cards/price.tsx'
import { CopyLink } from '../copy-link.tsx'
import { displayEnd, displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { cardAnchor, type SavedCard } from '../listing-urls.ts'
import { ShareListing } from '../share-listing.tsx'
import './posted-card.css'

/** Offers to share the listing that was just posted. It is gone after a reload. */
export function PostedCard({ listings }: { listings: readonly OwnListing[] }) {
  const state: SavedCard | null = useLocation().state
  const isNew = useNavigationType() === 'PUSH' && state?.isPosted
  const posted = isNew && listings.find((listing) => cardAnchor(listing) === state.savedCard)
  const [isClosed, setClosed] = useState(false)
  if (!posted || isClosed || !isListed(posted.status)) return null
  return <SharedListing listing={posted} onClose={() => setClosed(true)} />
}

function SharedListing({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The list may arrive after the page has given the focus to something else.
  useEffect(() => heading.current?.focus(), [])
  const [cover] = inDisplayOrder(listing.photos)
  const title = displayTitle(listing)
  const today = useToday()
  const path = pagePaths.listing(listing.category, listing.id)
  const url = new URL(path, location.origin).href
  // The link of a category for confirmed students alone tells others nothing.
  const isOpen = categoryOf(listing).audience === undefined
  return (
    <section aria-label="Share your new listing" className="posted-card">
      {cover && (
        <div className="posted-card-photo">
          <Photo {...toPhotoSource(cover, '')} sizes="208px" />
        </div>
      )}
      <div className="posted-card-text">
        <h2 ref={heading} tabIndex={-1} data-route-focus className="title-3 posted-card-heading">
          It's up! Now share it.
        </h2>
        <p dir="auto" className="posted-card-title">
          <Link to={path} className="hover:underline">
            {title}
          </Link>
        </p>
        <Price listing={listing} onCard />
        <p className="posted-card-help">
          {`Listed until ${displayEnd(listing, today)}. `}
          {isOpen
            ? 'Anyone with the link can see it. Post it in your course or residence chat.'
            : 'Students with a confirmed email can open the link.'}
        </p>
        <CopyLink url={url} />
        <div className="posted-card-buttons">
          {'share' in navigator && <ShareListing listing={listing} size="small" />}
          <LinkButton
            as={Link}
            to={pagePaths.create(listing.category)}
            variant="secondary"
            size="small"
          >
            Post another
          </LinkButton>
        </div>
      </div>
      <div className="posted-card-close">
        <Button variant="quiet" size="icon" aria-label="Close" onClick={onClose}>
          <XIcon size={20} />
        </Button>
      </div>
    </section>
  )
}
