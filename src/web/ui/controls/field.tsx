import { CircleAlertIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** Remarks about the typed text, which come and go. They are never errors. */
  note?: ReactNode
  optional?: boolean | undefined
  hideLabel?: boolean | undefined
  /** Reserves no line for help and errors. For fields that never have either. */
  flush?: boolean | undefined
}

/** Returns the attributes that connect an input to the `FieldMessage` with the same id. */
export function fieldAriaProps(id: string, error: ReactNode, note?: ReactNode) {
  return {
    'aria-describedby': note ? `${id}-message ${id}-note` : `${id}-message`,
    'aria-invalid': error ? true : undefined,
  }
}

export function Field({
  id,
  label,
  optional,
  hideLabel,
  children,
  ...message
}: FieldProps & { id: string; count?: ReactNode; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {children}
      <FieldMessage id={id} {...message} />
    </div>
  )
}

/** The fields of a form, one below the other, with even gaps. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <div className="field-rows">{children}</div>
}

/** Fields in two columns, or one below the other on phones. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="field-pair">{children}</div>
}

/** Fields behind one press. While they are hidden, `said` sums up what they hold. An error shows them. */
export function FieldFold({
  label,
  optional,
  said,
  startsOpen = false,
  hasError,
  small = false,
  children,
}: Pick<FieldProps, 'label' | 'optional'> & {
  said?: string
  startsOpen?: boolean
  hasError: boolean
  /** For a part of a larger fold. */
  small?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState<boolean>()
  const isShown = hasError || (isOpen ?? startsOpen)
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        className={classNames(
          'flex cursor-pointer flex-wrap items-center rounded-chip py-2.5',
          small ? 'text-ink-2 text-sm' : 'font-semibold',
        )}
      >
        <span>
          {label}
          {optional && <OptionalMark />}
        </span>
        {said && !isShown && (
          <span
            dir="auto"
            className="order-last line-clamp-2 basis-full font-normal text-ink-2 text-sm"
          >
            {said}
          </span>
        )}
      </summary>
      {children}
    </details>
  )
}

export function OptionalMark() {
  return <span className="font-normal text-ink-2 text-sm"> (optional)</span>
}

/** The place for help and error. It is always rendered and keeps the help's height, so that an error moves nothing. */
export function FieldMessage({
  id,
  help,
  error,
  note,
  flush,
  count,
}: Pick<FieldProps, 'help' | 'error' | 'note' | 'flush'> & { id: string; count?: ReactNode }) {
  return (
    <div className="field-message" hidden={flush && !error && !help && !note && !count}>
      <span id={`${id}-message`} className={error ? 'field-error' : undefined} aria-live="polite">
        {error && <CircleAlertIcon size={16} />}
        {error ?? help}
      </span>
      {error && help && (
        <span className="invisible" aria-hidden="true">
          {help}
        </span>
      )}
      {count && <span className="field-count">{count}</span>}
      {/* The live region must exist before the remark appears, so that screen readers announce the remark. */}
      {note && (
        <div id={`${id}-note`} className="field-note" aria-live="polite">
          {note}
        </div>
      )}
    </div>
  )
}
