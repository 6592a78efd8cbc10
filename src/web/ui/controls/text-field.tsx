import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldProps, fieldAriaProps } from './field.tsx'

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'prefix' | 'className'> & {
    large?: boolean | undefined
    prefix?: ReactNode
    suffix?: ReactNode
  }

export function TextField({
  label,
  help,
  error,
  note,
  optional,
  hideLabel,
  flush,
  large,
  prefix,
  suffix,
  ...input
}: TextFieldProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <Field {...{ id, label, help, error, note, optional, hideLabel, flush }}>
      <div className={classNames('control', large && 'control-large')}>
        {prefix && <span className="control-slot">{prefix}</span>}
        <input
          dir="auto"
          {...input}
          {...fieldAriaProps(id, error, note)}
          id={id}
          className="control-input"
        />
        {suffix && <span className="control-slot">{suffix}</span>}
      </div>
    </Field>
  )
}
