import { categoryById } from '#categories/index.ts'
import { formatPrice } from '#contract/format.ts'
import { formatMoment } from '#contract/format-moment.ts'
import type { DeletedListing } from '#contract/moderation.ts'
import { useToday } from '../../queries/use-today.ts'
import { editedText } from './report-text.ts'

/** The texts of listings that the student deleted while they were reported. */
export function DeletedListings({ listings }: { listings: readonly DeletedListing[] }) {
  const today = useToday()
  return (
    <ul className="-my-3 divide-y divide-line">
      {listings.map(({ id, category, title, price, description, deletedAt, editedAt }) => (
        <li key={id} className="grid gap-1 py-3">
          <p dir="auto" className="font-semibold">
            {title}
          </p>
          <p className="text-ink-2 text-sm">
            {categoryById[category].labels.menu} · {formatPrice(price)} · deleted{' '}
            {formatMoment(deletedAt, today)}
          </p>
          {editedAt && <p className="font-semibold text-sm">{editedText(editedAt, today)}.</p>}
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
        </li>
      ))}
    </ul>
  )
}
