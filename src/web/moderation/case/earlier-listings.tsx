import { categoryById } from '#categories/index.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { StudentCase } from '#contract/moderation.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatShortDate, pluralize } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'

/** A student's listings, including those that have ended or were removed. */
export function EarlierListings({ listings }: { listings: StudentCase['listings'] }) {
  const today = useToday()
  if (listings.length === 0) return <p className="text-ink-2">None.</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {listings.map((listing) => {
        const { id, title, status, postedAt, openReports } = listing
        const category = categoryById[listing.category]
        return (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-36">
              <Link to={pagePaths.moderatedListing(category.id, id)} dir="auto" className="link">
                {title}
              </Link>
              <p className="text-ink-2 text-sm">
                {category.labels.menu} · {formatShortDate(postedAt, today)}
              </p>
            </div>
            <p className="flex flex-wrap justify-end gap-1.5">
              {openReports > 0 && <Badge variant="sun">{pluralize(openReports, 'report')}</Badge>}
              <Badge variant={isTakenDown(status) ? 'sun' : 'soft'}>
                {statusLabel({ ...listing, details: {} })}
              </Badge>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
