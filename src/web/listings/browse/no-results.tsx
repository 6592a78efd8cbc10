import type { AnyCategory } from '#categories/index.ts'
import { activeFilters } from '#contract/active-filters.ts'
import { clipText } from '#contract/clip-text.ts'
import { clearFilters } from '#contract/list-filters.ts'
import type { ListPage } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { SaveSearch } from '../../saved/searches/save-search.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { fewerFilters } from './fewer-filters.ts'
import { filtersInTitle, noResultsHint } from './no-results-hint.ts'
import { formatListingCount, formatResultCount } from './result-count.ts'

/** Offers to save the search, and suggests fewer filters; in a category without listings, to post the first. */
export function NoResults({
  category,
  filters,
  page,
  keepFocus,
}: {
  category: AnyCategory
  filters: URLSearchParams
  page: ListPage | undefined
  /** Called by links that remove themselves. */
  keepFocus: () => void
}) {
  const { labels } = category
  const today = useToday()
  const isFiltered = activeFilters(category, filters).length > 0
  if (!isFiltered && !filters.has('q')) {
    return (
      <EmptyState
        illustration={<EmptyIllustration />}
        title={`No ${labels.plural} yet`}
        action={
          <LinkButton as={Link} to={pagePaths.create(category.id)}>
            {labels.add}
          </LinkButton>
        }
      >
        Be the first to post one.
      </EmptyState>
    )
  }
  const q = filters.get('q')
  const unfilteredPath = pagePaths.browse(category.id, clearFilters(filters))
  const { suggestions, unfilteredCount } = fewerFilters(category, filters, page?.without)
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title={
        <span className="wrap-anywhere">
          No {labels.plural} match
          {q && (
            <>
              {' '}
              “<bdi>{clipText(q)}</bdi>”
            </>
          )}
          {filtersInTitle(category, filters)}
        </span>
      }
      action={
        <>
          <SaveSearch category={category} filters={filters} variant="primary" />
          {suggestions.map(({ name, label, count, filters: fewer }) => (
            <LinkButton
              key={name}
              as={Link}
              variant="secondary"
              to={pagePaths.browse(category.id, fewer)}
              onClick={keepFocus}
            >
              <span className="wrap-anywhere">
                Without “{label}”:{' '}
                <span className="whitespace-nowrap">{formatResultCount(count)}</span>
              </span>
            </LinkButton>
          ))}
          <LinkButton as={Link} variant="quiet" to={unfilteredPath} onClick={keepFocus}>
            See all{' '}
            {unfilteredCount ? formatListingCount(category, unfilteredCount) : labels.plural}
          </LinkButton>
        </>
      }
    >
      {noResultsHint(category, filters, suggestions.length > 0, today)} Or save this search and
      we'll email you when one is posted.
    </EmptyState>
  )
}
