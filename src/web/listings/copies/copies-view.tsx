import type { CategoryWithCopies } from '#categories/index.ts'
import { hyphenatedName } from '#categories/listing-values.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { Breadcrumb } from '../../ui/content/breadcrumb.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { EmptyIllustration } from '../../ui/illustrations/empty.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import { categoryViews } from '../categories/index.ts'
import { type Copies, offeredText } from './copies-query.ts'

interface CopiesProps {
  category: CategoryWithCopies
  copies: Copies
}

/** Returns for example "ISBN 978-1-285-74155-0". */
function copiesLabel({ category, copies }: CopiesProps): string {
  const { field } = category.copies
  return `${category.fields[field].label} ${copies[hyphenatedName(field)]}`
}

/** The title of the thing, or its number if nobody has ever listed it. */
export const copiesTitle = (props: CopiesProps): string =>
  props.copies.known?.[props.category.apiNames.title] ?? copiesLabel(props)

export function CopiesView(props: CopiesProps) {
  const { category, copies } = props
  const { known, total, results } = copies
  const { copiesFacts } = categoryViews[category.id]
  const facts = (known && copiesFacts?.(known)?.filter(Boolean)) ?? []
  const label = copiesLabel(props)
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb current={label}>
        <Link to={pagePaths.browse(category.id)} className="link">
          {category.labels.menu}
        </Link>
      </Breadcrumb>
      <header className="mt-4 grid gap-2">
        <h1
          dir="auto"
          className="title-1 overflow-clip leading-[1.2] [overflow-wrap:anywhere] max-sm:text-3xl"
        >
          {copiesTitle(props)}
        </h1>
        {facts.length > 0 && (
          <p dir="auto" className="overflow-clip text-ink-2 [overflow-wrap:anywhere]">
            {facts.join(' · ')}
          </p>
        )}
        {total > 0 && <p className="font-semibold">{copiesSummary(copies)}</p>}
      </header>
      {total > 0 ? <Cards {...props} /> : <NoCopies {...props} />}
      {total > results.length && total > 0 && (
        <p className="mt-6 text-ink-2">The cheapest {results.length} are shown.</p>
      )}
    </div>
  )
}

function Cards({ copies }: CopiesProps) {
  return (
    <ul className="card-grid mt-6">
      {copies.results.map((listing, index) => (
        <li key={listing.id}>
          <ListingCard listing={listing} index={index} />
        </li>
      ))}
    </ul>
  )
}

function NoCopies({ category, copies }: CopiesProps) {
  const { field } = category.copies
  const prefill = new URLSearchParams({ [field]: copies[hyphenatedName(field)] })
  return (
    <EmptyState
      illustration={<EmptyIllustration />}
      title="No copies right now"
      action={
        <>
          <LinkButton as={Link} to={`${pagePaths.create(category.id)}?${prefill}`}>
            {category.labels.add}
          </LinkButton>
          <LinkButton as={Link} variant="secondary" to={pagePaths.browse(category.id)}>
            See all {category.labels.plural}
          </LinkButton>
        </>
      }
    >
      Post yours, or say you want one. Anyone who looks it up finds it here.
    </EmptyState>
  )
}

/** Returns for example "3 copies from $25, typical price $40 · 2 wanted". */
export function copiesSummary(
  copies: Pick<Copies, 'total' | 'offered' | 'lowest_price' | 'median_price'>,
): string {
  const wanted = copies.total - copies.offered
  const parts = [
    copies.offered > 0 && offeredText(copies),
    wanted > 0 && `${formatNumber(wanted)} wanted`,
  ]
  return parts.filter(Boolean).join(' · ')
}
