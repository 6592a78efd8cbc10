import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FitsResponse } from '#contract/fits.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { formatPriceWithUnit, limitLabel } from '#contract/listing-fields.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { StatusBadge } from '../listings/cards/card-parts.tsx'
import { displayTitle } from '../listings/listing-display.ts'
import { listingKeys, readListing } from '../listings/listing-queries.ts'
import { Link } from '../navigation/link.tsx'
import { type Api, useApi } from '../queries/api.ts'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const FirstMessageDialog = lazyDialog(
  async () =>
    (await import('../messages/first-message/first-message-dialog.tsx')).FirstMessageDialog,
)

/** What fits a listing of the student's own. */
export const fitsQuery = (api: Api, { category, id }: Pick<Listing, 'category' | 'id'>) =>
  queryOptions({
    queryKey: listingKeys.list(category, 'fits', String(id)),
    queryFn: ({ signal }) => api.get<FitsResponse>(apiPaths.fits(category, id), signal),
  })

/** Shows owners which places fit their request, or which requests their place fits, and lets them write. */
export function ListingFits({ listing }: { listing: Listing }) {
  const { data } = useQuery(fitsQuery(useApi(), listing))
  const [chosen, setChosen] = useState<Listing>()
  const [isOpen, setOpen] = useState(false)
  const { user } = useSession()
  if (!data) return null
  const isSeeking = categoryOf(listing).seeks !== undefined
  const write = (fitting: Listing) => {
    setChosen(fitting)
    setOpen(true)
  }
  return (
    <section aria-labelledby="fits" className="min-w-0 print:hidden">
      <h2 id="fits" className="title-3">
        {fitsHeading(data, isSeeking)}
      </h2>
      {data.total === 0 && (
        <p className="mt-2 text-ink-2">
          {!data.total_exact && 'We compared only the newest ones. '}
          We'll email you when{' '}
          {isSeeking ? 'a place fits' : 'a student is looking for a place like this'}.
        </p>
      )}
      <ul className="mt-4 grid grid-cols-1 gap-4">
        {data.results.map(({ category, listing: wire, why }) => {
          const fitting = readListing(category, wire)
          return (
            <li
              key={fitting.id}
              className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-card p-4"
            >
              <div className="wrap-anywhere min-w-0">
                <Link to={pagePaths.listing(category, fitting.id)} className="link font-semibold">
                  <bdi>{displayTitle(fitting)}</bdi>
                </Link>
                <StatusBadge listing={fitting} />
                <p>
                  {[limitLabel(fitting), formatPriceWithUnit(fitting)].filter(Boolean).join(' ')}
                </p>
                <p className="text-ink-2 text-sm">{why}</p>
              </div>
              {user && hasMessages(user) ? (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Message about ${displayTitle(fitting)}`}
                  onClick={() => write(fitting)}
                >
                  Message
                </Button>
              ) : (
                <LinkButton
                  as={Link}
                  to={pagePaths.contact(category, fitting.id)}
                  variant="secondary"
                  size="small"
                >
                  Contact
                </LinkButton>
              )}
            </li>
          )
        })}
      </ul>
      {chosen && (
        <FirstMessageDialog listing={chosen} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

/** Returns "5 places fit" or "3 students are looking for this". */
export function fitsHeading(
  { total, total_exact }: Pick<FitsResponse, 'total' | 'total_exact'>,
  isSeeking: boolean,
): string {
  if (total === 0 && !total_exact) return 'None of the newest ones fit'
  if (total === 0) return isSeeking ? 'No place fits yet' : 'No student is looking for this yet'
  const count = total_exact ? String(total) : `At least ${total}`
  if (isSeeking) return total === 1 ? `${count} place fits` : `${count} places fit`
  return total === 1
    ? `${count} student is looking for this`
    : `${count} students are looking for this`
}
