import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../head.ts'
import { Link } from '../../navigation/link.tsx'
import { NotFoundDrawing } from '../../ui/drawings/not-found.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** What stands where a listing should be, and the way on. */
export function ListingProblem({ category, message }: { category: AnyCategory; message: string }) {
  useHead({ title: `${message} · ${brand}`, description: message })
  return (
    <div role="alert" className="page-width py-10">
      <EmptyState
        drawing={<NotFoundDrawing />}
        title={message}
        titleAs="h1"
        action={
          <LinkButton as={Link} look="secondary" to={pagePaths.browse(category.id)}>
            See all {category.labels.plural}
          </LinkButton>
        }
      />
    </div>
  )
}
