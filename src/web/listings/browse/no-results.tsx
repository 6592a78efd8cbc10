import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { activeFilters } from './active-filters.ts'
import { clearFilters } from './filters.ts'

/** Suggests fewer filters; in a category without listings, to post the first. */
export function NoResults({
  category,
  filters,
}: {
  category: AnyCategory
  filters: URLSearchParams
}) {
  const { labels } = category
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
  const unfilteredPath = pagePaths.browse(category.id, clearFilters(filters))
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title={`No ${labels.plural} match`}
      action={
        <LinkButton as={Link} variant="secondary" to={unfilteredPath}>
          See all {labels.plural}
        </LinkButton>
      }
    >
      {isFiltered
        ? 'Take a filter away or raise the price, and more will show up.'
        : 'Try fewer or shorter words: the beginning of a word is enough.'}
    </EmptyState>
  )
}
