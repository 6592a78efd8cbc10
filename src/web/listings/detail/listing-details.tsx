import type { AnyCategory } from '#categories/index.ts'
import { detailRows } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'

export function ListingDetails({ category, listing }: { category: AnyCategory; listing: Listing }) {
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="title-4">
        Details
      </h2>
      <dl className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {detailRows(category, listing).map(({ name, label, value }) => (
          <div key={name} className="flex justify-between gap-6 border-line border-b py-3">
            <dt className="shrink-0 text-ink-2">{label}</dt>
            <dd dir="auto" className="text-end font-semibold">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
