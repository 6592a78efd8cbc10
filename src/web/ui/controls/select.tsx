import { ChevronDownIcon } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { Field, type FieldProps, fieldAriaProps } from './field.tsx'

export type SelectOption = {
  value: string
  label: string
  /** The heading of the options that stand together. Those without one come first. */
  group?: string
}

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'children' | 'className'> & {
    options: readonly SelectOption[]
    /** The label of an empty first option, such as "Choose one". */
    placeholder?: string
  }

export function Select({
  label,
  help,
  error,
  optional,
  hideLabel,
  flush,
  options,
  placeholder,
  ...select
}: SelectProps) {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <Field {...{ id, label, help, error, optional, hideLabel, flush }}>
      <div className="control">
        <select {...select} {...fieldAriaProps(id, error)} id={id} className="control-input">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {[...new Set(options.map(({ group }) => group))].map((group) => {
            const members = options.filter((option) => option.group === group)
            const items = members.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))
            return group === undefined ? (
              items
            ) : (
              <optgroup key={group} label={group}>
                {items}
              </optgroup>
            )
          })}
        </select>
        <span className="control-chevron">
          <ChevronDownIcon size={20} />
        </span>
      </div>
    </Field>
  )
}
