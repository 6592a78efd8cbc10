import { useFormContext, useWatch } from 'react-hook-form'
import type {
  CategoryDefinition,
  FormStep,
  Lifetime,
  PeriodFields,
} from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import { householdFacts, isWordsName, splitHousehold, wordsName } from '#categories/household.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import { useToday } from '../../queries/use-today.ts'
import { FieldFold, FieldPair, FieldRows } from '../../ui/controls/field.tsx'
import { useIsShown } from './field-behaviour.ts'
import { FieldInput } from './field-input.tsx'
import type { EditedListing, FormValues } from './form-values.ts'
import { SharedHomeLaw } from './nudges.tsx'
import { OfferFields } from './offer-fields.tsx'
import { QuestionFieldset } from './radio-input.tsx'
import { TermChips } from './term-chips.tsx'
import './form-step.css'

/** All fields in the order of the category's definition, in steps with headings. */
export function FormFields({
  category,
  listing,
}: {
  category: AnyCategory
  /** The saved listing, unless the form is for a new one. */
  listing?: EditedListing | undefined
}) {
  const steps = fieldSteps(category)
  return steps.map(({ title, help, rows }, index) => (
    <fieldset key={title} className="form-step">
      <legend>
        <span aria-hidden="true" className="form-step-number">
          {index + 1}
        </span>
        <h2 className="title-4">{title}</h2>
      </legend>
      {help && <p className="form-step-help">{help}</p>}
      <FieldRows>
        {rows.map((row) => (
          <Row key={row.names.join()} row={row} category={category} listing={listing} />
        ))}
        {index === steps.length - 1 && (
          <>
            {(!listing || listing.offers) && <OfferFields category={category} />}
            {category.household && (
              <HouseholdGroup category={category} words={category.household} />
            )}
          </>
        )}
      </FieldRows>
    </fieldset>
  ))
}

/** The household facts, folded away until somebody opens them. */
function HouseholdGroup({
  category,
  words,
}: {
  category: AnyCategory
  words: NonNullable<CategoryDefinition['household']>
}) {
  const { household } = splitHousehold(category)
  const form = useFormContext<FormValues>()
  const said = useWatch({ control: form.control, compute: describeHousehold })
  const hasError = household.some(([name]) => form.getFieldState(name, form.formState).error)
  return (
    <FieldFold label={words.form} optional said={said} hasError={hasError}>
      <p className="mt-2 text-ink-2 text-sm">
        Describe {words.about}, but don't name anyone. Only students with a confirmed email can see
        this.
      </p>
      <SharedHomeLaw />
      <div className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {household
          .filter(([name]) => !isWordsName(name))
          .map(([name, field]) => (
            <div key={name} className="min-w-0">
              <FieldInput {...{ category, name, field }} />
              <HouseholdWords category={category} name={wordsName(name)} about={field.label} />
            </div>
          ))}
      </div>
    </FieldFold>
  )
}

/** Returns for example "Housemates: 3 · Pets: One old cat". */
const describeHousehold = (values: FormValues): string =>
  householdFacts(values)
    .map(({ label, chosen, words }) => `${label}: ${chosen || words}`)
    .join(' · ')

/** The student's own words about the fact above, if there is a field for them. */
function HouseholdWords({
  category,
  name,
  about,
}: {
  category: AnyCategory
  name: string
  about: string
}) {
  const form = useFormContext<FormValues>()
  const isFilled = useWatch({
    control: form.control,
    compute: (values) => Boolean(values[name]),
  })
  const { fields }: CategoryDefinition = category
  const field = fields[name]
  if (!field) return null
  const hasError = form.getFieldState(name, form.formState).error !== undefined
  return (
    <FieldFold
      label={
        <>
          In your words<span className="sr-only">: {about}</span>
        </>
      }
      small
      startsOpen={isFilled}
      hasError={hasError}
    >
      <FieldInput {...{ category, name, field }} hideLabel />
    </FieldFold>
  )
}

interface RowProps {
  row: FieldRow
  category: AnyCategory
  listing: Listing | undefined
}

function Row({ row: { kind, group, names }, category, listing }: RowProps) {
  const { lastDay }: Lifetime = category.lifetime
  const today = useToday()
  const inputs = names.map((name) => {
    const field = category.fields[name]
    const min = !listing && (name === lastDay || name === category.period?.to) ? today : undefined
    return field && <FieldInput key={name} {...{ category, name, field, min, listing }} />
  })
  if (kind === 'questions') return <QuestionFieldset legend={group}>{inputs}</QuestionFieldset>
  const { period } = category
  const end = period && names.includes(period.from) ? category.fields[period.to] : undefined
  return (
    <>
      {period && end && <ShownTermChips period={period} end={end} />}
      <div className="empty:hidden">
        {names.length > 1 ? <FieldPair>{inputs}</FieldPair> : inputs}
      </div>
    </>
  )
}

/** Chips for whole terms. They are shown while the end of the period is shown. */
function ShownTermChips({ period, end }: { period: PeriodFields; end: Field }) {
  return useIsShown(period.to, end) ? <TermChips period={period} /> : null
}

interface FieldRow {
  kind: 'fields' | 'questions'
  /** The heading over the questions. */
  group?: string | undefined
  names: string[]
}

const maxShortLength = 60

const isShort = (field: Field) =>
  field.kind === 'text'
    ? field.maxLength <= maxShortLength
    : !['longtext', 'list', 'minutes'].includes(field.kind)

/**
 * Lays out the fields in order: short fields in pairs, adjacent questions of one group together, other fields alone. Two
 * pairs stay together if some of their fields may be hidden, so that the others move up. The box that makes a price free is
 * part of the price's input.
 */
export const fieldRows = (category: CategoryDefinition): FieldRow[] =>
  fieldSteps(category).flatMap(({ rows }) => rows)

/** Returns the steps of the form with their rows. No row crosses from one step to the next. */
function fieldSteps(category: CategoryDefinition): (FormStep & { rows: FieldRow[] })[] {
  const { others } = splitHousehold(category)
  const startOf = ({ first }: FormStep) => others.findIndex(([name]) => name === first)
  return category.formSteps.map((step, index, steps) => {
    const next = steps[index + 1]
    const entries = others.slice(startOf(step), next && startOf(next))
    return { ...step, rows: toRows(entries, category) }
  })
}

function toRows(
  entries: readonly [string, Field][],
  { fields, freeWhen }: CategoryDefinition,
): FieldRow[] {
  const rows: FieldRow[] = []
  const shown = entries.filter(([name]) => name !== freeWhen)
  const alone = findAlone(shown)
  for (const [name, field] of shown) {
    const last = rows.at(-1)
    const row = toRow(name, field)
    const isPaired = last && !last.names.some((each) => alone.has(each))
    if (isPaired && fitsInRow(last, row, fields)) last.names.push(name)
    else rows.push(row)
  }
  return rows
}

/**
 * Returns the short fields that get a row of their own, so that all after them are in pairs: the first of an odd number.
 * Fields that are often hidden do not count.
 */
function findAlone(entries: readonly [string, Field][]): Set<string> {
  const alone = new Set<string>()
  const isPart = ([name, field]: [string, Field]) =>
    isShort(field) && toRow(name, field).kind === 'fields'
  for (let start = 0; start < entries.length; start += 1) {
    const end = entries.findIndex((entry, index) => index >= start && !isPart(entry))
    const run = entries.slice(start, end < 0 ? undefined : end)
    const count = run.filter(([, field]) => !field.shownWhen).length
    if (run[0] && count % 2 === 1) alone.add(run[0][0])
    start += run.length
  }
  return alone
}

const toRow = (name: string, field: Field): FieldRow =>
  field.kind === 'checkbox' && field.formStart === undefined
    ? { kind: 'questions', group: field.group, names: [name] }
    : { kind: 'fields', names: [name] }

function fitsInRow(last: FieldRow, row: FieldRow, fields: CategoryDefinition['fields']): boolean {
  if (last.kind !== row.kind) return false
  if (row.kind === 'questions') return last.group === row.group
  const together = [...last.names, ...row.names].map((name) => fields[name])
  const mayShrink = together.slice(0, -1).some((field) => field?.shownWhen)
  return (
    together.length <= (mayShrink ? 4 : 2) && together.every((field) => field && isShort(field))
  )
}
