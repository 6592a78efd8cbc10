import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../head.ts'
import { Link } from '../../link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** In place of a listing: why it is not shown, and the way to all others. */
export function NoListing({ category, message }: { category: AnyCategory; message: string }) {
  useHead({ title: `${message} · ${brand}`, description: message })
  return (
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
  )
}
