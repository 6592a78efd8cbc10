import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { Field, type FieldProps, fieldAriaProps } from './field.tsx'

export type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'value' | 'className'> & {
    value: string
    /** Replaces the character count that `maxLength` adds. */
    count?: ReactNode
  }

/** Creates no `Intl` object before it is needed: the first one takes a phone a sixth of the time of a list. */
const formatCount = (count: number) => count.toLocaleString('en-CA')

/** Grows a text area to fit its text, in browsers without `field-sizing`. */
export function growToContent(element: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  element.style.height = 'auto'
  element.style.height = `${element.scrollHeight}px`
}

/** A text area that grows with its text. With `maxLength` it counts the characters. */
export function TextArea({
  label,
  help,
  error,
  note,
  optional,
  hideLabel,
  flush,
  count,
  onChange,
  ...area
}: TextAreaProps) {
  const ownId = useId()
  const id = area.id ?? ownId
  const ownCount =
    area.maxLength && `${formatCount(area.value.length)} of ${formatCount(area.maxLength)}`
  const handleChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    growToContent(event.target)
    onChange?.(event)
  }
  return (
    <Field
      {...{ id, label, help, error, note, optional, hideLabel, flush, count: count ?? ownCount }}
    >
      <div className="control">
        <textarea
          dir="auto"
          {...area}
          {...fieldAriaProps(id, error, note)}
          id={id}
          className="control-input"
          onChange={handleChange}
        />
      </div>
    </Field>
  )
}
