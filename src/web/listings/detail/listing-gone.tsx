import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../head.ts'
import { Link } from '../../link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SimilarListings } from './similar-listings.tsx'

/** The page of a listing that has ended, for all but its owner: what happened, and what there is instead. */
export function ListingGone({
  category,
  id,
  message,
}: {
  category: AnyCategory
  id: string
  message: string
}) {
  useHead({ title: `${message} · ${brand}`, description: message })
  return (
    <div className="page-width pt-10">
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
      <SimilarListings category={category} id={id} />
    </div>
  )
}
