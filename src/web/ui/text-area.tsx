import { type ChangeEvent, type ComponentProps, useId } from 'react'
import { describedBy, Field, type FieldProps } from './field.tsx'
import { useShownValue } from './shown-value.ts'

export type TextAreaProps = FieldProps & ComponentProps<'textarea'> & { counter?: boolean }

const number = new Intl.NumberFormat('en-CA')

function grow(element: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  element.style.height = 'auto'
  element.style.height = `${element.scrollHeight}px`
}

/** Grows with its text. `counter` with `maxLength` shows how much of the room is used. */
export function TextArea({
  label,
  help,
  error,
  optional,
  hideLabel,
  flush,
  counter,
  className,
  onChange,
  ...area
}: TextAreaProps) {
  const ownId = useId()
  const id = area.id ?? ownId
  const [shown, setShown] = useShownValue(id, String(area.value ?? area.defaultValue ?? ''))
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    grow(event.target)
    setShown(event.target.value)
    onChange?.(event)
  }
  const count =
    counter && area.maxLength
      ? `${number.format(shown.length)} of ${number.format(area.maxLength)}`
      : undefined
  return (
    <Field {...{ id, label, help, error, optional, hideLabel, flush, count }}>
      <div className="control">
        <textarea
          {...area}
          {...describedBy(id, error)}
          id={id}
          className="control-input"
          onChange={change}
        />
      </div>
    </Field>
  )
}
