import { type ComponentProps, useId } from 'react'
import { describedBy, Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly Option[]
    /** An empty first choice, such as "Choose one". */
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
  className,
  ...select
}: SelectProps) {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <Field {...{ id, label, help, error, optional, hideLabel, flush }}>
      <div className="control">
        <select {...select} {...describedBy(id, error)} id={id} className="control-input">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="control-chevron">
          <Icon name="down" />
        </span>
      </div>
    </Field>
  )
}
