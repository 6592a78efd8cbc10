import type { Listing } from '#contract/listing.ts'
import { soldLabel } from '#contract/listing-fields.ts'
import { saleBasis, saleSentence } from '#contract/sale-sentence.ts'

/** Says what things like this one went for, if there were enough sales. */
export function SaleNote({ listing }: { listing: Listing }) {
  const { sales } = listing
  if (!sales) return null
  return (
    <p className="text-ink-2 text-sm">
      <span className="text-ink">{saleSentence(sales, soldLabel(listing))}</span> {saleBasis(sales)}
    </p>
  )
}
