import { Fragment } from 'react'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { detailRows } from '#contract/wire-functions.ts'
import { OtherCopies } from '../copies/other-copies.tsx'

export function ListingDetails({ category, listing }: { category: AnyCategory; listing: Listing }) {
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="title-4">
        Details
      </h2>
      <dl className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {detailRows(category, listing).map(({ name, label, value }) => (
          <div key={name} className="flex flex-wrap gap-x-6 border-line border-b py-3">
            <dt className="text-ink-2">{label}</dt>
            <dd
              dir="auto"
              className="max-w-full flex-1 text-right font-semibold [overflow-wrap:break-word]"
            >
              <DetailValue kind={category.fields[name]?.kind} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <OtherCopies category={category} listing={listing} />
    </section>
  )
}

/** "MATH 135, CS 246": a line breaks between the parts of a list. */
function DetailValue({ kind, value }: { kind: Field['kind'] | undefined; value: string }) {
  if (kind !== 'codes' && kind !== 'list') return value
  return value.split(/(?<=,) /).map((part) => (
    <Fragment key={part}>
      <span className="inline-block">{part}</span>{' '}
    </Fragment>
  ))
}
