import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'
import type { ComparableCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { NoPhoto } from '../../ui/content/no-photo.tsx'
import { Photo } from '../../ui/content/photo.tsx'
import { useIsInView } from '../../ui/use-is-in-view.ts'
import { StatusBadge } from '../cards/card-parts.tsx'
import { askForMissing, type ComparisonContext, comparisonRows } from '../categories/comparisons.ts'
import { displayTitle } from '../listing-display.ts'
import { inDisplayOrder, toPhotoSource } from '../listing-photos.ts'
import './compare.css'

/** Listings side by side. On a narrow screen the table scrolls sideways, and the labels stay. Phones keep the heads too. */
export function CompareTable({
  category,
  listings,
  context,
  renderAsk,
  removePath,
}: {
  category: ComparableCategory
  listings: readonly Listing[]
  context: ComparisonContext
  /** Renders the button that asks the seller this question. */
  renderAsk: (listing: Listing, question: string) => ReactNode
  /** Returns the address of the page without this listing. */
  removePath: (listing: Listing) => string
}) {
  const captionId = useId()
  const head = useRef<HTMLTableRowElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  // Until it is below the site's header, which is 64 px high (`--spacing-header`).
  const isHeadInView = useIsInView(head, { initial: true, margin: '-64px 0px 99999px' })
  const alignStrip = () => {
    if (strip.current && table.current) strip.current.scrollLeft = table.current.scrollLeft
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hidden strip cannot be scrolled
  useEffect(alignStrip, [isHeadInView])
  const columns = { '--listings': listings.length } as CSSProperties
  const rows = comparisonRows(category).filter(({ isShown }) => isShown?.(context) ?? true)
  const missingIn = (listing: Listing) =>
    rows.filter(({ read, question }) => question && !read(listing, context))
  const rules = new Set(
    rows.flatMap(({ read }) => listings.flatMap((listing) => read(listing, context)?.rule ?? [])),
  )
  return (
    <>
      <div className="compare-frame">
        {/* A table that scrolls sideways cannot keep its own heads in sight. */}
        <div
          ref={strip}
          aria-hidden="true"
          className="compare-strip"
          style={columns}
          hidden={isHeadInView}
        >
          {listings.map((listing) => (
            <StripHead key={listing.id} listing={listing} />
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark on its own */}
        <div
          ref={table}
          role="region"
          aria-labelledby={captionId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll only what has the focus
          tabIndex={0}
          className="compare-scroll"
          onScroll={alignStrip}
        >
          <table className="compare-table" style={columns}>
            <caption id={captionId} className="sr-only">
              {`${category.labels.menu} side by side`}
            </caption>
            <thead>
              <tr ref={head}>
                <td className="compare-label" />
                {listings.map((listing) => (
                  <th key={listing.id} scope="col" className="compare-head">
                    <Head listing={listing} removePath={removePath(listing)} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, read }) => (
                <tr key={label}>
                  <th scope="row" className="compare-label">
                    {label}
                  </th>
                  {listings.map((listing) => {
                    const fact = read(listing, context)
                    return (
                      <td key={listing.id} dir="auto">
                        {fact ? fact.text : <span className="text-ink-2">Not stated</span>}
                        {fact?.note && (
                          <span
                            className={
                              fact.fits === false
                                ? 'block font-semibold text-sm'
                                : 'block text-ink-2 text-sm'
                            }
                          >
                            {fact.note}
                          </span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
              <tr>
                <th scope="row" className="compare-label">
                  What's missing
                </th>
                {listings.map((listing) => {
                  const missing = missingIn(listing)
                  const question = askForMissing(missing.flatMap((row) => row.question ?? []))
                  return (
                    <td key={listing.id}>
                      {question ? (
                        <>
                          {missing.map(({ label }) => label).join(', ')}
                          <div className="mt-2 print:hidden">{renderAsk(listing, question)}</div>
                        </>
                      ) : (
                        'Nothing'
                      )}
                    </td>
                  )
                })}
              </tr>
            </tbody>
          </table>
        </div>
      </div>
      {[...rules].map((rule) => (
        <p key={rule} className="mt-3 text-ink-2 text-sm">
          {rule}
        </p>
      ))}
    </>
  )
}

function StripHead({ listing }: { listing: Listing }) {
  const [cover] = inDisplayOrder(listing.photos)
  return (
    <div className="compare-strip-head">
      {cover && (
        <div className="compare-strip-photo">
          <Photo {...toPhotoSource(cover, '')} sizes="36px" />
        </div>
      )}
      <span dir="auto" className="line-clamp-2">
        {displayTitle(listing)}
      </span>
    </div>
  )
}

function Head({ listing, removePath }: { listing: Listing; removePath: string }) {
  const title = displayTitle(listing)
  const [cover] = inDisplayOrder(listing.photos)
  return (
    <>
      <div className="compare-photo">
        {cover ? (
          <Photo {...toPhotoSource(cover, '')} sizes="(min-width: 640px) 33vw, 50vw" />
        ) : (
          <NoPhoto label="No photo" />
        )}
        <StatusBadge listing={listing} className="absolute top-2 left-2" />
      </div>
      <Link
        dir="auto"
        to={pagePaths.listing(listing.category, listing.id)}
        className="link mt-2 line-clamp-3"
      >
        {title}
      </Link>
      <Link
        to={removePath}
        className="link mt-1 inline-block min-h-9 py-1.5 font-normal text-sm print:hidden"
      >
        Remove<span className="sr-only">{` ${title}`}</span>
      </Link>
    </>
  )
}
