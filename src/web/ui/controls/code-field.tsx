import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { Field, type FieldProps, fieldAriaProps } from './field.tsx'
import './code-field.css'

interface CodeFieldProps extends Pick<FieldProps, 'label' | 'error'> {
  /** The number of digits in the code. */
  length: number
  /** Called once the last digit is typed, pasted or filled in by the browser. */
  onComplete: (code: string) => void
  /** The button beside the field. */
  children: ReactNode
}

/** One input for a code of digits from an email. */
export function CodeField({
  label,
  error,
  length,
  onComplete,
  onChange,
  children,
  ...input
}: CodeFieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  const id = useId()
  const keepDigits = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget } = event
    // maxLength would cut "123 456" before the space is removed.
    currentTarget.value = currentTarget.value.replace(/\D/g, '').slice(0, length)
    onChange?.(event)
    if (currentTarget.value.length === length) onComplete(currentTarget.value)
  }
  return (
    <Field id={id} label={label} error={error}>
      <div className="flex flex-wrap gap-3">
        <div className="control code-field-control">
          <input
            {...input}
            {...fieldAriaProps(id, error)}
            id={id}
            type="text"
            inputMode="numeric"
            pattern={`[0-9]{${length}}`}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            className="control-input code-field-input"
            onChange={keepDigits}
          />
        </div>
        {children}
      </div>
    </Field>
  )
}
