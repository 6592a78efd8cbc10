import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../head.ts'
import { Link } from '../../link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** The page of a listing that does not exist or could not be loaded. */
export function ListingUnavailable({
  category,
  message,
}: {
  category: AnyCategory
  message: string
}) {
  useHead({ title: `${message} · ${brand}`, description: message })
  return (
    <div role="alert" className="page-width py-10">
      <EmptyState
        illustration={<NotFoundIllustration />}
        title={message}
        titleAs="h1"
        action={
          <LinkButton as={Link} variant="secondary" to={pagePaths.browse(category.id)}>
            See all {category.labels.plural}
          </LinkButton>
        }
      />
    </div>
  )
}
