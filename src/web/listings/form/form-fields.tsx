import type { Lifetime, PeriodFields } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { useToday } from '../../queries/use-today.ts'
import { FieldPair, FieldRows } from '../../ui/controls/field.tsx'
import { FieldInput } from './field-input.tsx'
import { type FieldRow, fieldRows } from './field-rows.ts'
import { QuestionFieldset } from './fieldsets.tsx'
import { TermChips } from './term-chips.tsx'
import { useIsShown } from './use-is-shown.ts'

/** All fields in the order of the category's definition. */
export function FormFields({ category, isNew }: { category: AnyCategory; isNew: boolean }) {
  return (
    <FieldRows>
      {fieldRows(category).map((row) => (
        <Row key={row.names.join()} row={row} category={category} isNew={isNew} />
      ))}
    </FieldRows>
  )
}

interface RowProps {
  row: FieldRow
  category: AnyCategory
  isNew: boolean
}

function Row({ row: { kind, group, names }, category, isNew }: RowProps) {
  const { lastDay }: Lifetime = category.lifetime
  const today = useToday()
  const inputs = names.map((name) => {
    const field = category.fields[name]
    const min = isNew && (name === lastDay || name === category.period?.to) ? today : undefined
    return field && <FieldInput key={name} {...{ category, name, field, min }} />
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

/** With the end of the period. */
function ShownTermChips({ period, end }: { period: PeriodFields; end: Field }) {
  return useIsShown(period.to, end) ? <TermChips period={period} /> : null
}
