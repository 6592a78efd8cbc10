import { EyeIcon, EyeOffIcon, XIcon } from 'lucide-react'
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

/** A field for a line of text. A search has a button that clears it. */
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
  const isSearch = input.type === 'search'
  return (
    <Field {...{ id, label, help, error, note, optional, hideLabel, flush }}>
      <div className={classNames('control', large && 'control-large')}>
        {prefix && <span className="control-slot">{prefix}</span>}
        <input
          dir="auto"
          {...input}
          // The button to clear the field depends on whether a placeholder is shown.
          placeholder={input.placeholder ?? (isSearch ? ' ' : undefined)}
          {...fieldAriaProps(id, error, note)}
          id={id}
          className="control-input"
        />
        {(isSearch || suffix) && (
          <span className="control-slot">
            {isSearch && <ClearButton inputId={id} />}
            {suffix}
          </span>
        )}
      </div>
    </Field>
  )
}

function ClearButton({ inputId }: { inputId: string }) {
  const clear = () => {
    const input = document.getElementById(inputId) as HTMLInputElement | null
    // React would not notice a new `value`.
    input?.setRangeText('', 0, input.value.length)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
  }
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Clear search"
      className="control-clear"
      onClick={clear}
    >
      <XIcon size={18} />
    </Button>
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
