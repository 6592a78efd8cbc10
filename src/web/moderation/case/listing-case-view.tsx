import type { Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { CardHead, WantedBadge } from '../../listings/cards/card-parts.tsx'
import { Price } from '../../listings/cards/price.tsx'
import {
  HouseholdFacts,
  ListingDescription,
  ListingDetails,
  ListingSummary,
} from '../../listings/detail/listing-facts.tsx'
import { ListingGallery } from '../../listings/detail/listing-gallery.tsx'
import { displayTitle } from '../../listings/listing-display.ts'
import { Link } from '../../navigation/link.tsx'
import { Hearts, noHearts } from '../../saved/favourites/favourite-element.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { LogEntryView } from '../log/log-entry-view.tsx'
import type { ListingCase } from '../moderation-queries.ts'
import { CaseHistory, CaseReports } from './case-facts.tsx'
import { CaseFrame, type CaseQueue } from './case-frame.tsx'
import { ClusterSection } from './cluster-section.tsx'
import './case-layout.css'

/** A listing as students see it, beside its reports and the facts about its seller. */
export function ListingCaseView({ found, queue }: { found: ListingCase; queue: CaseQueue }) {
  const { listing, takedown } = found
  return (
    <CaseFrame found={found} listing={listing} title={displayTitle(listing)} queue={queue}>
      {({ ask, askUndo }) => (
        <>
          {takedown && (
            <div className="mt-4">
              <Callout>
                <LogEntryView entry={takedown} onUndo={askUndo} />
              </Callout>
            </div>
          )}
          {found.cluster && (
            <div className="mt-6">
              <ClusterSection
                key={listing.id}
                listing={listing}
                cluster={found.cluster}
                reports={found.reports}
              />
            </div>
          )}
          <div className="case-layout">
            <CaseReports found={found} onUndo={askUndo} />
            <ReportedListing listing={listing} />
            <CaseHistory found={found} onAsk={ask} onUndo={askUndo} />
          </div>
        </>
      )}
    </CaseFrame>
  )
}

/** The listing, as students see it on its own page. */
export function ReportedListing(props: { listing: Listing }) {
  const { listing } = props
  return (
    <article
      aria-label="The listing"
      className="case-layout-listing grid min-w-0 content-start gap-6"
    >
      <Hearts value={noHearts}>
        <ListingGallery {...props} />
      </Hearts>
      <div>
        <CardHead>
          <Price {...props} className="text-3xl" previousPrice="dated" />
          <WantedBadge {...props} />
        </CardHead>
        <ListingSummary {...props} />
        {!isTakenDown(listing.status) && (
          <p className="mt-2">
            <Link to={pagePaths.listing(listing.category, listing.id)} className="link">
              View the listing
            </Link>
          </p>
        )}
      </div>
      <ListingDetails {...props} />
      <HouseholdFacts {...props} facts={listing.details} />
      <ListingDescription listing={listing} />
    </article>
  )
}
