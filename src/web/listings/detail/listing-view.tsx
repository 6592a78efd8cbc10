import { type ComponentType, type Ref, type RefObject, useRef, useState } from 'react'
import { tabsOf } from '#categories/index.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { ReportButton } from '../../reports/report-button.tsx'
import { FavouriteToggle } from '../../saved/favourites/favourite-toggle.tsx'
import { useSession } from '../../session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Breadcrumb } from '../../ui/content/breadcrumb.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { SkeletonText } from '../../ui/content/skeleton.tsx'
import { CardHead, mayHavePhotos, StatusBadge, WantedBadge } from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import { displayTitle } from '../listing-display.ts'
import { MovingSaleLink } from '../moving-sale-link.tsx'
import { ShareListing } from '../share-listing.tsx'
import { SubletNeeds } from '../sublets/sublet-needs.tsx'
import { BackLink } from './back-link.tsx'
import {
  ListingDescription,
  ListingDetails,
  ListingHousehold,
  ListingSummary,
} from './listing-facts.tsx'
import { ListingGallery } from './listing-gallery.tsx'
import { ListingSignals, SafetyBox, StrangerNote, statusMessage } from './listing-notices.tsx'
import { PanelSkeleton } from './listing-skeleton.tsx'
import { MoreListings } from './more-listings.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { SaleNote } from './sale-note.tsx'

interface ListingProps {
  listing: Listing
}

/** The components that fill the page's slots for ways to reach the seller. */
export interface ContactParts {
  ContactSeller: ComponentType<ListingProps & { ref?: Ref<HTMLDivElement> }>
  /** Shown while the reader is past the signals and the buttons of the panel are out of sight. */
  ContactBar: ComponentType<
    ListingProps & { signals: RefObject<Element | null>; contactButtons: RefObject<Element | null> }
  >
  /** Shows the owner what fits the listing, if listings of another category can. */
  Fits: ComponentType<ListingProps>
  /** Replaces both components for a listing that is no longer listed. */
  UnlistedNotice: ComponentType<ListingProps>
}

export function ListingView({
  contact,
  isPartial = false,
  ...props
}: ListingProps & {
  contact: ContactParts
  /** Whether only what a card shows is known. The rest is a skeleton until it has loaded. */
  isPartial?: boolean
}) {
  const { listing } = props
  const { ContactSeller, ContactBar, Fits, UnlistedNotice } = contact
  const category = categoryOf(listing)
  const title = displayTitle(listing)
  const hasPhotos = mayHavePhotos(listing)
  const { user } = useSession()
  const isOwner = user?.id === listing.seller.id
  const hasContact = !isOwner && isListed(listing.status)
  // Readers who come from a list know the site. Nothing moves when the rest of the listing arrives.
  const [isByLink] = useState(!isPartial)
  const signals = useRef<HTMLElement>(null)
  const contactButtons = useRef<HTMLDivElement>(null)
  const message = hasContact && statusMessage(listing)
  // The bar at the bottom of phones has the price and the likely action, so the panel can wait. Warnings come first.
  const isPanelLast = hasContact && !listing.signals?.length
  const panel = (
    <div key="panel" className="[grid-area:panel]">
      <div className="panel panel-float listing-view-panel">
        <CardHead>
          <Price {...props} className="text-[min(var(--text-4xl),14vw)]" previousPrice="dated" />
          <span className="flex flex-none flex-wrap justify-end gap-2">
            {!hasPhotos && <StatusBadge {...props} />}
            <WantedBadge {...props} />
          </span>
        </CardHead>
        <SaleNote {...props} />
        <MovingSaleLink {...props} isOwn={isOwner} className="text-sm" />
        <hr className="border-line" />
        {isPartial ? (
          <>
            <p role="status" className="sr-only">
              Loading…
            </p>
            <PanelSkeleton />
          </>
        ) : (
          <>
            <ListingSignals {...props} ref={signals} />
            {message && <Callout variant="bar">{message}</Callout>}
            {hasContact && <ContactSeller {...props} ref={contactButtons} />}
            {!isListed(listing.status) && <UnlistedNotice {...props} />}
            {hasContact && (
              <div className="print:hidden">
                <ShareListing {...props} fullWidth />
              </div>
            )}
            <OwnerActions {...props} />
            {hasContact && <SafetyBox {...props} />}
            {!isOwner && (
              <ReportButton thing="listing" path={apiPaths.report(listing.category, listing.id)} />
            )}
          </>
        )}
      </div>
    </div>
  )
  const facts = (
    <div key="facts" className="grid min-w-0 content-start gap-8 [grid-area:facts]">
      {isPartial ? (
        <SkeletonText lines={8} />
      ) : (
        <>
          {isOwner && isListed(listing.status) && tabsOf(category).length > 0 && (
            <Fits {...props} />
          )}
          <ListingDescription listing={listing} />
          <SubletNeeds {...props} />
          <ListingDetails {...props} />
          {category.household && <ListingHousehold {...props} />}
        </>
      )}
    </div>
  )
  return (
    <>
      <article className="page-width pt-6 lg:pt-8" data-own-bar={hasContact || undefined}>
        <div className="print:hidden">
          <BackLink>
            <Breadcrumb
              current={
                <span dir="auto" className="truncate">
                  {title}
                </span>
              }
            >
              <Link to={pagePaths.browse(category.id)} className="link">
                {category.labels.menu}
              </Link>
            </Breadcrumb>
          </BackLink>
        </div>
        {isByLink && <StrangerNote {...props} />}
        <div
          className={classNames(
            'listing-view mt-4',
            !hasPhotos && 'listing-view-plain',
            isPanelLast && 'listing-view-panel-last',
          )}
        >
          <header className="flex min-w-0 items-start gap-4 [grid-area:title]">
            <div className="min-w-0 flex-1">
              <h1 dir="auto" className="title-2 leading-[1.2]">
                {title}
              </h1>
              <ListingSummary {...props} />
            </div>
            {/* On other pages the heart and the status are on the photo. */}
            {!hasPhotos && (
              <FavouriteToggle {...props} title={title} className="static flex-none" />
            )}
          </header>
          {hasPhotos && (
            <div className="min-w-0 [grid-area:gallery]">
              <ListingGallery {...props} isPartial={isPartial} />
            </div>
          )}
          {isPanelLast ? [facts, panel] : [panel, facts]}
        </div>
        {!isPartial && <MoreListings {...props} />}
      </article>
      {hasContact && !isPartial && (
        <ContactBar {...props} signals={signals} contactButtons={contactButtons} />
      )}
    </>
  )
}
