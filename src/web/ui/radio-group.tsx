import { type ComponentProps, useId } from 'react'
import { describedBy, FieldNote, type FieldProps, OptionalMark } from './field.tsx'
import type { Option } from './select.tsx'

export type RadioGroupProps = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> & {
    options: readonly Option[]
    look?: 'list' | 'pills'
    value?: string
    defaultValue?: string
  }

export function RadioGroup({
  label,
  help,
  error,
  optional,
  hideLabel,
  flush,
  options,
  look = 'list',
  value,
  defaultValue,
  className,
  ...input
}: RadioGroupProps) {
  const id = useId()
  const pills = look === 'pills'
  return (
    <div
      role="radiogroup"
      className="field"
      aria-labelledby={`${id}-label`}
      {...describedBy(id, error)}
    >
      <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <OptionalMark />}
      </span>
      <div className={pills ? 'choice-pills' : undefined}>
        {options.map((option) => (
          <label key={option.value} className={pills ? 'pill' : 'choice'}>
            <input
              name={id}
              {...input}
              type="radio"
              className={pills ? undefined : 'choice-box'}
              value={option.value}
              disabled={option.disabled ?? input.disabled}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={
                defaultValue === undefined ? undefined : defaultValue === option.value
              }
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNote {...{ id, help, error, flush }} />
    </div>
  )
}
