import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useHead } from '../../navigation/head.ts'
import { Link } from '../../navigation/link.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'

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
