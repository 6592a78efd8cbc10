import type { AnyCategory } from '#categories/index.ts'
import { formatDate } from '#contract/display.ts'
import { postedAtOf } from '#contract/listing-facts.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { drawnByHand } from '../cards/drawn-by-hand.ts'
import { Price } from '../cards/price.tsx'
import { shownDescription, shownTitle } from '../listing-words.ts'
import { ShareListing } from '../share.tsx'
import { ContactSeller } from './contact-seller.tsx'
import { ListingDetails } from './listing-details.tsx'
import { ListingGallery } from './listing-gallery.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { SafetyBox } from './safety-box.tsx'

/** A listing's whole page, once it is there. */
export function ListingView(shown: { category: AnyCategory; listing: Listing }) {
  const { category, listing } = shown
  const title = shownTitle(category, listing)
  const subtitle = drawnByHand(category.id).subtitle(listing)
  const posted = `Posted ${formatDate(postedAtOf(category, listing))}`
  return (
    <article className="page-width pt-6 lg:pt-8">
      <div className="print:hidden">
        <Breadcrumb current={<span className="line-clamp-1 max-sm:max-w-[58vw]">{title}</span>}>
          <Link to={pagePaths.browse(category.id)} className="link">
            {category.labels.menu}
          </Link>
        </Breadcrumb>
      </div>
      <div className="listing-layout mt-4">
        <div className="min-w-0 [grid-area:gallery]">
          <ListingGallery {...shown} />
        </div>
        <header className="min-w-0 [grid-area:title]">
          <h1 className="title-1 listing-title">{title}</h1>
          <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
            {subtitle ? `${subtitle} · ${posted}` : posted}
          </p>
        </header>
        <div className="[grid-area:panel]">
          <div className="panel panel-float listing-panel">
            <Price {...shown} className="text-4xl" />
            <hr className="border-line" />
            <ContactSeller {...shown} />
            <div className="print:hidden">
              <ShareListing {...shown} wide />
            </div>
            <OwnerActions {...shown} />
            <SafetyBox />
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-8 [grid-area:facts]">
          <ListingDetails {...shown} />
          <section aria-labelledby="description">
            <h2 id="description" className="title-4">
              Description
            </h2>
            <p className="measure mt-3 whitespace-pre-line [overflow-wrap:anywhere]">
              {shownDescription(listing)}
            </p>
          </section>
        </div>
      </div>
    </article>
  )
}
