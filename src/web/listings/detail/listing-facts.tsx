import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import { describeFact, type Household, householdFacts } from '#categories/household.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import { detailRows } from '#contract/detail-rows.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { useSession } from '../../session/session.tsx'
import { DottedText } from '../../ui/content/dotted-text.tsx'
import { viewOf } from '../categories/index.ts'
import { copiesOf, copiesQuery, withoutResults } from '../copies/copies-query.ts'
import { displayDates, displayDescription } from '../listing-display.ts'
import { householdQuery } from '../listing-queries.ts'

/** The most important facts of a listing, below its title. */
export function ListingSummary({ listing }: { listing: Listing }) {
  const today = useToday()
  const { highlights, subtitle: describe } = viewOf(listing)
  const subtitle = describe(listing, today)
  const posted = displayDates(listing, today)
  return (
    <>
      <div className="mt-2 grid gap-x-6 gap-y-1 font-semibold leading-snug empty:hidden lg:flex lg:flex-wrap">
        {highlights?.(listing, today).map((text) => (
          <p key={text}>
            <DottedText>{text}</DottedText>
          </p>
        ))}
      </div>
      <p className="mt-2 overflow-clip text-ink-2 [overflow-wrap:anywhere]">
        <DottedText>{subtitle ? `${subtitle} · ${posted}` : posted}</DottedText>
      </p>
    </>
  )
}

export function ListingDescription({ listing }: { listing: Listing }) {
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="title-4">
        Description
      </h2>
      <p dir="auto" className="measure mt-3 whitespace-pre-line">
        {displayDescription(listing)}
      </p>
    </section>
  )
}

export function ListingDetails({ listing }: { listing: Listing }) {
  const { fields }: CategoryDefinition = categoryOf(listing)
  const rows = detailRows(listing)
  const rules = new Set(rows.flatMap(({ rule }) => rule ?? []))
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="title-4">
        Details
      </h2>
      <dl className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {rows.map(({ name, label, value, link }) => (
          <div key={name} className="flex flex-wrap gap-x-6 border-line border-b py-3">
            <dt className="text-ink-2">{label}</dt>
            <dd
              dir="auto"
              className="max-w-full flex-1 text-right font-semibold [overflow-wrap:break-word]"
            >
              <DetailValue kind={fields[name]?.kind} value={value} />
              {link && (
                <a
                  href={link.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="link block font-normal text-sm print:hidden"
                >
                  {link.label}
                  <span className="sr-only"> ({label})</span>
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {[...rules].map((rule) => (
        <p key={rule} className="mt-2 text-ink-2 text-sm">
          {rule}
        </p>
      ))}
      <OtherCopies listing={listing} />
    </section>
  )
}

/** Who lives there, beside what the reader says about themselves. It loads after the page. */
export function ListingHousehold({ listing }: { listing: Listing }) {
  const { user } = useSession()
  const { data } = useQuery(householdQuery(useApi(), listing, user))
  return data?.facts ? <HouseholdFacts {...{ listing, ...data }} facts={data.facts} /> : null
}

export function HouseholdFacts({
  listing,
  facts,
  yours,
}: {
  listing: Listing
  facts: Readonly<Record<string, unknown>>
  /** The facts of the reader. */
  yours?: Household | null
}) {
  const category: CategoryDefinition = categoryOf(listing)
  const shown = householdFacts(facts)
  const own = yours ? householdFacts(yours) : []
  if (!category.household || shown.length === 0) return null
  return (
    <section aria-labelledby="household">
      <h2 id="household" className="title-4">
        {category.household.page}
      </h2>
      <dl className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {shown.map((fact) => {
          const same = own.find(({ name }) => name === fact.name)
          return (
            <div key={fact.name} className="flex flex-wrap gap-x-6 border-line border-b py-3">
              <dt className="text-ink-2">{fact.label}</dt>
              <dd
                dir="auto"
                className="max-w-full flex-1 text-right font-semibold [overflow-wrap:break-word]"
              >
                {describeFact(fact)}
                {same && (
                  <span className="block font-normal text-sm text-ink-2">
                    You: {describeFact(same, true)}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-2 text-ink-2 text-sm">Only confirmed students see this.</p>
    </section>
  )
}

/** Lets a line break between the parts of a list, but not inside "MATH 135". */
function DetailValue({ kind, value }: { kind: Field['kind'] | undefined; value: string }) {
  if (kind !== 'codes' && kind !== 'list') return value
  return value.split(/(?<=,) /).map((part) => (
    <Fragment key={part}>
      <span className="inline-block">{part}</span>{' '}
    </Fragment>
  ))
}

/** A link to all listings of the same thing, if there are other copies. */
function OtherCopies({ listing }: { listing: Listing }) {
  const copies = copiesOf(listing)
  return copies && <CopiesLink {...copies} isListed={isListed(listing.status)} />
}

function CopiesLink({
  category,
  value,
  isListed,
}: {
  category: CategoryWithCopies
  value: string
  isListed: boolean
}) {
  const { data: copies } = useQuery(copiesQuery(useApi(), category, value, withoutResults))
  const total = copies?.total ?? 0
  if (total <= (isListed ? 1 : 0)) return null
  return (
    <p className="mt-4 print:hidden">
      <Link to={pagePaths.copies(category.id, value)} className="link">
        {`${category.copies.linkLabel} (${formatNumber(total)})`}
      </Link>
    </p>
  )
}
