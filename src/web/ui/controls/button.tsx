import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../content/spinner.tsx'
import { type ButtonStyleProps, buttonClass } from './button-class.ts'

export type ButtonProps = ButtonStyleProps &
  ComponentProps<'button'> & {
    busy?: boolean | undefined
    /** Replaces the label while busy. Without it, the spinner covers the label and the width stays. */
    busyLabel?: ReactNode
  }

export function Button({
  variant,
  size,
  fullWidth,
  busy = false,
  busyLabel,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  // A busy button is not `disabled`, because a disabled button would lose the focus.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  const isCovered = busy && !busyLabel
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, fullWidth }, className)}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      data-covered={isCovered || undefined}
    >
      {isCovered && (
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
