import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
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

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [isVisible, setVisible] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <Button
          variant="quiet"
          size="icon"
          aria-pressed={isVisible}
          aria-label="Show password"
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </Button>
      }
    />
  )
}
