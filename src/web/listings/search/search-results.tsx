import { type AnyCategory, publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { clipText } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { CardRow, CardRowItem } from '../../ui/content/card-row.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import type { ListingsPage } from '../browse/listings-query.ts'
import { formatListingCount } from '../browse/result-count.ts'
import { ListingCard } from '../cards/listing-card.tsx'
import type { SearchGroup } from './search-query.ts'

/** The first results of each category, then which categories have none and which could not be searched. */
export function SearchResults({ q, groups }: { q: string; groups: readonly SearchGroup[] }) {
  const failed = groups.filter(({ page }) => page === null)
  const empty = groups.filter(({ page }) => page?.total === 0)
  const found = groups.flatMap(({ category, page }) => (page?.total ? [{ category, page }] : []))
  if (empty.length === groups.length) return <NothingFound q={q} />
  return (
    <div className="grid grid-cols-1 gap-8">
      {found.map(({ category, page }, index) => (
        <Found key={category.id} category={category} q={q} page={page} isFirst={index === 0} />
      ))}
      {empty.length > 0 && (
        <p className="wrap-anywhere text-ink-2">
          No {pluralsOf(empty)} match “<bdi>{clipText(q)}</bdi>”.
        </p>
      )}
      {failed.map(({ category }) => (
        <p key={category.id} role="alert">
          We couldn't search {category.labels.plural}.{' '}
          <Link to={pagePaths.browse(category.id, new URLSearchParams({ q }))} className="link">
            Search them on their own
          </Link>
        </p>
      ))}
    </div>
  )
}

function Found({
  category,
  q,
  page,
  isFirst,
}: {
  category: AnyCategory
  q: string
  page: ListingsPage
  isFirst: boolean
}) {
  const { id, labels } = category
  const headingId = `found-${labels.plural}`
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="title-3">
          {labels.menu}
        </h2>
        <Link
          to={pagePaths.browse(id, new URLSearchParams({ q }))}
          className="link py-1.5 font-semibold"
        >
          {allOf(category, page)}
        </Link>
      </div>
      <CardRow>
        {page.results.map((listing, index) => (
          <CardRowItem key={listing.id}>
            <ListingCard listing={listing} index={isFirst ? index : index + 1} titleAs="h3" />
          </CardRowItem>
        ))}
      </CardRow>
    </section>
  )
}

/** Returns for example "All 14 rentals". */
const allOf = (category: AnyCategory, page: ListingsPage) =>
  `${page.total === 1 ? '' : 'All '}${formatListingCount(category, page)}`

/** Returns for example "rentals or items". */
const pluralsOf = (groups: readonly SearchGroup[]) =>
  groups.map(({ category }) => category.labels.plural).join(' or ')

function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title={
        <span className="wrap-anywhere">
          Nothing matches “<bdi>{clipText(q)}</bdi>”
        </span>
      }
      action={publicCategories.map(({ id, labels }) => (
        <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
          {labels.menu}
        </LinkButton>
      ))}
    >
      Try fewer or shorter words. The start of a word is enough. Or browse:
    </EmptyState>
  )
}
