import { type ComponentProps, useId } from 'react'
import { FieldMessage, type FieldProps, fieldAriaProps, OptionalMark } from './field.tsx'
import type { SelectOption } from './select.tsx'

export type RadioGroupProps = Omit<FieldProps, 'hideLabel'> &
  Pick<ComponentProps<'input'>, 'onChange' | 'onBlur' | 'ref'> & {
    name: string
    options: readonly SelectOption[]
    small?: boolean
    /** Puts the label and joined buttons on one line. */
    inline?: boolean
  } & ({ value: string; defaultValue?: never } | { value?: never; defaultValue: string })

/** Radio buttons as a row of pills. `ref` points to the chosen button, or the first. */
export function RadioGroup({
  label,
  optional,
  help,
  error,
  options,
  small = false,
  inline = false,
  value,
  defaultValue,
  // An uncontrolled group is never validated, so it needs no line for errors.
  flush = value === undefined,
  ref,
  ...input
}: RadioGroupProps) {
  const id = useId()
  const focusable = options.find((option) => option.value === value) ?? options[0]
  return (
    <div
      role="radiogroup"
      className={inline ? 'field field-inline' : 'field'}
      aria-labelledby={id}
      {...(!flush && fieldAriaProps(id, error))}
    >
      <span id={id} className="field-label">
        {label}
        {optional && <OptionalMark />}
      </span>
      <div className={inline ? 'pill-segments' : 'flex flex-wrap content-start gap-2'}>
        {options.map((option) => (
          <label key={option.value} className={small ? 'pill pill-small' : 'pill'}>
            <input
              {...input}
              type="radio"
              ref={option === focusable ? ref : undefined}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {!flush && <FieldMessage id={id} help={help} error={error} />}
    </div>
  )
}
