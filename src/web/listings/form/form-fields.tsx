import type { Lifetime } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { useToday } from '../../use-today.ts'
import { FieldInput } from './field-input.tsx'
import { type FieldRow, fieldRows } from './field-rows.ts'

/** All fields in the order of the category's definition. */
export function FormFields({ category, isNew }: { category: AnyCategory; isNew: boolean }) {
  const { lastDay }: Lifetime = category.lifetime
  const today = useToday()
  return (
    <div className="grid gap-3">
      {fieldRows(category).map(({ kind, names }) => (
        <div
          key={names.join()}
          className={classNames(
            rowClass(kind, names.length),
            // Text takes the line that is space below other fields.
            names.some((name) => category.fields[name]?.help) && 'mb-3',
          )}
        >
          {names.map((name) => {
            const field = category.fields[name]
            const min = isNew && name === lastDay ? today : undefined
            return field && <FieldInput key={name} name={name} field={field} min={min} />
          })}
        </div>
      ))}
    </div>
  )
}

function rowClass(kind: FieldRow['kind'], count: number) {
  if (kind === 'checkboxes')
    return 'grid grid-cols-[repeat(auto-fill,minmax(max(9rem,40%),1fr))] gap-x-5'
  return count > 1 ? 'grid items-end gap-x-5 gap-y-3 sm:grid-cols-2' : undefined
}
