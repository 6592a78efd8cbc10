import type { AnyCategory } from '#categories/index.ts'
import { FieldInput } from './field-input.tsx'
import { type FieldRow, fieldRows } from './field-rows.ts'

/** All fields in the order of the category's definition. */
export function FormFields({ category }: { category: AnyCategory }) {
  return (
    <div className="grid gap-3">
      {fieldRows(category).map(({ kind, names }) => (
        <div key={names.join()} className={rowClass(kind, names.length)}>
          {names.map((name) => {
            const field = category.fields[name]
            return field && <FieldInput key={name} name={name} field={field} />
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
