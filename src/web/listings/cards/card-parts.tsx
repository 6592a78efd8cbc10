import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button-class.ts'

export function CardTitle({ children }: { children: ReactNode }) {
  return (
    <h2 dir="auto" className="line-clamp-2 font-semibold leading-snug">
      {children}
    </h2>
  )
}

export function CardDescription({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="line-clamp-2 text-ink-2 text-sm">
      {children}
    </p>
  )
}

/** Only styled as a button: the whole card is the link. */
export function ViewDetails() {
  return (
    <span className="pt-1">
      <span className={buttonClass({ variant: 'secondary', size: 'small', fullWidth: true })}>
        View Details
      </span>
    </span>
  )
}
