import { type ReactNode, useId, useRef } from 'react'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { fieldProps } from '../forms/field-props.ts'
import { classNames } from '../ui/class-names.ts'
import { Callout } from '../ui/content/callout.tsx'
import { Button } from '../ui/controls/button.tsx'
import { TextArea } from '../ui/controls/text-area.tsx'
import { TextField, type TextFieldProps } from '../ui/controls/text-field.tsx'

/** A field whose name is its path in the section's form, such as "terms.1.name". */
export function SettingField({
  name,
  fallbackError,
  ...props
}: TextFieldProps & {
  name: string
  /** An error that has another path than the field. */
  fallbackError?: string | undefined
}) {
  const { error = fallbackError, ...field } = fieldProps(useFormContext(), name)
  return <TextField {...props} {...field} error={error} flush={!props.help} autoComplete="off" />
}

/** Returns the names in a line, for the summary of a section. */
export const namesOf = (things: readonly { name: string }[]): string =>
  things.map(({ name }) => name).join(', ')

export const toLines = (words: readonly string[]): string => words.join('\n')

export const fromLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface NestedError {
  message?: unknown
  root?: { message?: unknown }
  [index: number]: { message?: unknown } | undefined
}

/** A list of words, one on each line. The error of a word names it. */
export function LinesField({
  name,
  ...props
}: {
  name: string
  label: string
  help: string
  optional?: boolean
}) {
  const { field, fieldState } = useController({ name })
  const error = fieldState.error as NestedError | undefined
  const lines = fromLines(field.value)
  const wrong = lines.findIndex((_line, index) => error?.[index]?.message)
  const text =
    wrong >= 0
      ? `${lines[wrong]}: ${error?.[wrong]?.message}`
      : (error?.root?.message ?? error?.message)
  return (
    <TextArea
      {...props}
      {...field}
      rows={Math.max(2, lines.length)}
      error={text === undefined ? undefined : String(text)}
    />
  )
}

/** A list of entries that have fields of their own. Entries can be added, removed and moved. */
export function ListEditor({
  name,
  noun,
  newEntry,
  max,
  isOrdered = true,
  isNested = false,
  children,
}: {
  name: string
  /** What an entry is called, such as "term". */
  noun: string
  newEntry: object
  max: number
  /** Whether the admin decides on the order. */
  isOrdered?: boolean
  /** Whether the list is part of an entry of another list. */
  isNested?: boolean
  children: (path: string) => ReactNode
}) {
  const { getFieldState, formState } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ name })
  const addButton = useRef<HTMLButtonElement>(null)
  const error = getFieldState(name, formState).error as NestedError | undefined
  const message = error?.root?.message ?? error?.message
  return (
    <div
      className={
        isNested ? 'grid grid-cols-1 gap-4 border-line border-l-4 pl-4' : 'grid grid-cols-1 gap-4'
      }
    >
      {fields.map((field, index) => (
        <Entry
          key={field.id}
          path={`${name}.${index}`}
          title={`${noun} ${index + 1}`}
          isNested={isNested}
          onRemove={() => {
            remove(index)
            addButton.current?.focus()
          }}
          {...(isOrdered && index > 0 && { onMoveUp: () => move(index, index - 1) })}
        >
          {children(`${name}.${index}`)}
        </Entry>
      ))}
      {typeof message === 'string' && <Callout variant="danger">{message}</Callout>}
      <div>
        <Button
          ref={addButton}
          variant="secondary"
          size="small"
          disabled={fields.length >= max}
          onClick={() => append(newEntry)}
        >
          Add a {noun}
        </Button>
      </div>
    </div>
  )
}

function Entry({
  path,
  title,
  isNested,
  onRemove,
  onMoveUp,
  children,
}: {
  path: string
  /** The name of an entry that has none yet. */
  title: string
  isNested: boolean
  onRemove: () => void
  onMoveUp?: () => void
  children: ReactNode
}) {
  const titleId = useId()
  const name = useWatch({ name: `${path}.name` })
  const shown = name || title.slice(0, 1).toUpperCase() + title.slice(1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand on one line with buttons
    <div
      role="group"
      aria-labelledby={titleId}
      className="grid grid-cols-1 gap-3 border-line border-b pb-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p
          id={titleId}
          dir="auto"
          // The name wraps before the buttons move below it.
          className={classNames('min-w-0 flex-[1_1_7rem]', isNested ? 'font-semibold' : 'title-4')}
        >
          {shown}
        </p>
        <div className="-mr-4.25 ml-auto flex flex-wrap justify-end">
          {onMoveUp && (
            <Button variant="quiet" size="small" onClick={onMoveUp}>
              Move up<span className="sr-only"> {shown}</span>
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onRemove}>
            Remove<span className="sr-only"> {shown}</span>
          </Button>
        </div>
      </div>
      {children}
    </div>
  )
}
