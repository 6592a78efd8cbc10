import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'

export function NoThreads() {
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="No conversations yet"
      action={categories.map(({ id, labels }) => (
        <LinkButton key={id} as={Link} variant="secondary" to={pagePaths.browse(id)}>
          {labels.menu}
        </LinkButton>
      ))}
    >
      Press “Message” on a listing to ask its seller. Your conversations are here, and nobody else
      reads them.
    </EmptyState>
  )
}
