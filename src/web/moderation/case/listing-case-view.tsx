import { categoryById } from '#categories/index.ts'
import type { ListingCase } from '#contract/moderation.ts'
import { displayTitle } from '../../listings/listing-display.ts'
import { Callout } from '../../ui/content/callout.tsx'
import './case-layout.css'
import { LogEntryView } from '../log/log-entry-view.tsx'
import { CaseHistory, CaseReports } from './case-facts.tsx'
import { CaseFrame, type CaseQueue } from './case-frame.tsx'
import { ReportedListing } from './reported-listing.tsx'

/** A listing as students see it, beside its reports and what is known of its seller. */
export function ListingCaseView({ found, queue }: { found: ListingCase; queue: CaseQueue }) {
  const { listing, takedown } = found
  const category = categoryById[found.category]
  return (
    <CaseFrame
      found={found}
      listing={{ category: category.id, id: listing.id }}
      title={displayTitle(category, listing)}
      queue={queue}
    >
      {({ ask, askUndo }) => (
        <>
          {takedown && (
            <div className="mt-4">
              <Callout>
                <LogEntryView entry={takedown} onUndo={askUndo} />
              </Callout>
            </div>
          )}
          <div className="case-layout">
            <CaseReports found={found} onUndo={askUndo} />
            <ReportedListing category={category} listing={listing} />
            <CaseHistory found={found} onAsk={ask} onUndo={askUndo} />
          </div>
        </>
      )}
    </CaseFrame>
  )
}
