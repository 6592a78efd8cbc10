import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  hideLabel?: boolean | undefined
  /** Reserves no line for help and errors: for fields that never have either. */
  flush?: boolean | undefined
}

export function describedBy(id: string, error: string | undefined) {
  return { 'aria-describedby': `${id}-note`, 'aria-invalid': error ? true : undefined }
}

export function Field({
  id,
  label,
  optional,
  hideLabel,
  children,
  ...note
}: FieldProps & { id: string; count?: ReactNode; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {children}
      <FieldNote id={id} {...note} />
    </div>
  )
}

export function OptionalMark() {
  return <span className="field-optional"> (optional)</span>
}

/** Help and error share this place. It is there from the start and keeps the help's height, so nothing below moves. */
export function FieldNote({
  id,
  help,
  error,
  flush,
  count,
}: Pick<FieldProps, 'help' | 'error' | 'flush'> & { id: string; count?: ReactNode }) {
  return (
    <div className="field-note" hidden={flush && !error && !help && !count}>
      <span id={`${id}-note`} className={error && 'field-error'} aria-live="polite">
        {error && <Icon name="alert" size={16} />}
        {error ?? help}
      </span>
      {error && help && (
        <span className="invisible" aria-hidden="true">
          {help}
        </span>
      )}
      {count && <span className="field-count">{count}</span>}
    </div>
  )
}
