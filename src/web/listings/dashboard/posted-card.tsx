import { XIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { categoryOf, type OwnListing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Photo } from '../../ui/content/photo.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Price } from '../cards/price.tsx'
import { CopyLink } from '../copy-link.tsx'
import { displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import { cardAnchor, type SavedCard } from '../listing-urls.ts'
import { ShareListing } from '../share-listing.tsx'

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
  const [cover] = inDisplayOrder(listing.photos)
  const title = displayTitle(listing)
  const url = new URL(pagePaths.listing(listing.category, listing.id), location.origin).href
  // The link of a category for confirmed students alone tells others nothing.
  const isOpen = categoryOf(listing).audience === undefined
  return (
    <section
      aria-label="Share your new listing"
      className="relative mb-6 grid gap-4 rounded-card border border-line bg-card p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5"
    >
      {cover && (
        <div className="aspect-4/3 w-full overflow-hidden rounded-control bg-soft max-sm:max-w-48 sm:w-52">
          <Photo {...toPhotoSource(cover, '')} sizes="208px" />
        </div>
      )}
      <div className="min-w-0">
        <h2 className="title-3 pr-10">It's up! Now share it.</h2>
        <p dir="auto" className="mt-1 truncate font-semibold">
          {title}
        </p>
        <Price listing={listing} onCard />
        <p className="mt-2 mb-3 text-ink-2 text-sm">
          {isOpen
            ? 'Anyone with the link can see it. Post it in your course or residence chat.'
            : 'Students with a confirmed email can open the link.'}
        </p>
        <CopyLink url={url} />
        {'share' in navigator && <ShareListing listing={listing} size="small" />}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Close"
        className="absolute top-2 right-2"
        onClick={onClose}
      >
        <XIcon size={20} />
      </Button>
    </section>
  )
}
