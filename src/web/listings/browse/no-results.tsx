import { parseTerm } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { activeFilters, filterLabel } from '#contract/active-filters.ts'
import { withFilters, withoutFilters } from '#contract/list-filters.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'
import { pagePaths } from '#contract/paths.ts'
import { appliedFilters } from '#contract/understood.ts'
import { capitalize, clipText, formatAmount } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useToday } from '../../queries/use-today.ts'
import { SaveSearch } from '../../saved/searches/save-search.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import type { ListingsPage } from './listings-query.ts'
import { formatListingCount, formatResultCount } from './result-count.ts'

/** Offers to save the search and suggests fewer filters. In a category without listings, it offers to post the first one. */
export function NoResults({
  category,
  filters,
  page,
  keepFocus,
}: {
  category: AnyCategory
  filters: URLSearchParams
  page: ListingsPage | undefined
  /** Called by links that disappear when they are pressed. */
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
  const applied = appliedFilters(filters, page?.understood)
  const q = applied.get('q')
  const unfilteredPath = pagePaths.browse(category.id, withoutFilters(filters))
  const { suggestions, unfilteredCount } = fewerFilters(category, applied, page?.without)
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
          {filtersInTitle(category, applied)}
        </span>
      }
      action={
        <>
          <SaveSearch category={category} filters={applied} variant="primary" />
          <p className="mt-3 basis-full text-ink-2">
            {noResultsHint(category, applied, suggestions.length > 0, today)}
          </p>
          <ul className="flex basis-full flex-wrap items-center justify-center gap-2">
            {suggestions.map(({ name, label, count, filters: fewer }) => (
              <li key={name}>
                <Chip
                  as={Link}
                  active={false}
                  to={pagePaths.browse(category.id, fewer)}
                  onClick={keepFocus}
                >
                  Without “{label}”:{' '}
                  <span className="whitespace-nowrap">{formatResultCount(count)}</span>
                </Chip>
              </li>
            ))}
            <li>
              <Link
                to={unfilteredPath}
                className="link inline-block px-2 py-1.5"
                onClick={keepFocus}
              >
                See all{' '}
                {unfilteredCount ? formatListingCount(category, unfilteredCount) : labels.plural}
              </Link>
            </li>
          </ul>
        </>
      }
    >
      Save this search and we'll email you when one is posted.
    </EmptyState>
  )
}

/** The part of the title after the search text: the highest price, and whether there are more filters. */
export function filtersInTitle(category: AnyCategory, filters: URLSearchParams): string {
  const maxPrice = filters.has('q') && filters.get('max_price')
  const others = activeFilters(category, filters).length - (maxPrice ? 1 : 0)
  const price = maxPrice ? ` up to ${formatAmount(maxPrice)}` : ''
  if (others === 0) return price
  return `${price}${filters.has('q') ? ' with' : ''} these filters`
}

/** A hint on how to change filters that match nothing. `today` is a YYYY-MM-DD date. */
export function noResultsHint(
  category: AnyCategory,
  filters: URLSearchParams,
  hasSuggestions: boolean,
  today: string,
): string {
  const passed = findPassedTerm(category, filters, today)
  if (passed) return `${passed.label} has passed. Choose a later term to see more.`
  if (hasSuggestions && filters.has('q')) return 'Check the spelling, or remove a filter.'
  if (hasSuggestions) return 'Remove one of these to see more.'
  const isFiltered = activeFilters(category, filters).length > 0
  if (!isFiltered) return 'Check the spelling or try fewer words.'
  const ways = [
    ...(filters.has('q') ? ['check the spelling'] : []),
    ...(filters.has('max_price') ? ['raise the max price'] : []),
    'remove a filter',
  ]
  const last = ways.pop()
  const sentence = ways.length > 0 ? `${ways.join(', ')} or ${last}` : `${last}`
  return `${capitalize(sentence)} to see more.`
}

function findPassedTerm(
  { filters: definitions }: CategoryDefinition,
  filters: URLSearchParams,
  today: string,
) {
  const name = Object.keys(definitions).find((each) => definitions[each]?.kind === 'term')
  const term = name === undefined ? undefined : parseTerm(filters.get(name) ?? '')
  return term && term.last < today ? term : undefined
}

const maxSuggestions = 4

/**
 * The filters to drop when nothing matches, the most useful first. If only one filter is set, `unfilteredCount` is the
 * number of listings without it.
 */
export function fewerFilters(
  category: AnyCategory,
  filters: URLSearchParams,
  /** The number of results after removing each parameter, by its name. */
  without: Readonly<Record<string, number>> = {},
) {
  const unfiltered = withoutFilters(filters).toString()
  const isUnfiltered = (changed: URLSearchParams) => changed.toString() === unfiltered
  const all = Object.entries(without)
    .filter(([name, count]) => filters.has(name) && count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => ({
      name,
      label: clipText(filterLabel(category, name, filters.get(name) ?? '')),
      count: { total: count, total_exact: count < maxExactTotal },
      filters: withFilters(filters, { [name]: '' }),
    }))
  return {
    suggestions: all.filter((each) => !isUnfiltered(each.filters)).slice(0, maxSuggestions),
    unfilteredCount: all.find((each) => isUnfiltered(each.filters))?.count,
  }
}
