import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { EmptyDrawing } from '../../ui/drawings/empty.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { activeFilters } from './active-filters.ts'
import { askedWithoutFilters } from './asked.ts'

/** Says how to find more; on an empty board, how to begin it. */
export function NoResults({ category, asked }: { category: AnyCategory; asked: URLSearchParams }) {
  const { labels } = category
  const isFiltered = activeFilters(category, asked).length > 0
  if (!isFiltered && !asked.has('q')) {
    return (
      <EmptyState
        drawing={<EmptyDrawing />}
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
  const everything = pagePaths.browse(category.id, askedWithoutFilters(asked))
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={`No ${labels.plural} match`}
      action={
        <LinkButton as={Link} look="secondary" to={everything}>
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
