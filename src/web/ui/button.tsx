import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    busy?: boolean | undefined
    /** Words to show while busy; without them the spinner covers the label and the width stays. */
    busyLabel?: ReactNode
  }

export function Button({
  look,
  size,
  wide,
  busy = false,
  busyLabel,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  // Not `disabled` while busy: that would drop the focus of whoever just pressed it.
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  const covered = busy && !busyLabel
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ look, size, wide }, className)}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      data-covered={covered || undefined}
    >
      {covered && (
        <span className="button-spinner">
          <Spinner />
        </span>
      )}
      <span className="button-label">
        {busy && busyLabel ? (
          <>
            <Spinner />
            {busyLabel}
          </>
        ) : (
          children
        )}
      </span>
    </button>
  )
}
