import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button-class.ts'

/** The price, and what is as important. */
export function CardHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm leading-snug">
      {children}
    </div>
  )
}

export function CardDescription({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="line-clamp-1 text-ink-2 text-sm leading-snug sm:line-clamp-2">
      {children}
    </p>
  )
}

/** One line of what a user wrote, as a place. */
export function CardLine({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <p dir="auto" className="line-clamp-1 text-sm leading-snug">
      {children}
    </p>
  )
}

/** What else one compares, in short words on few lines; blank ones are left out. */
export function CardFacts({
  facts,
  className = '',
}: {
  facts: readonly (string | number | null | undefined)[]
  className?: string
}) {
  // A line breaks after a dot.
  const text = facts.filter(Boolean).join('\u00a0· ')
  if (!text) return null
  return (
    <p dir="auto" className={`fine-print leading-snug ${className}`}>
      {text}
    </p>
  )
}

/** Only styled as a button: the link of the title covers it, and says where it leads. */
export function ViewDetails() {
  const style = { variant: 'secondary', size: 'small', fullWidth: true } as const
  return (
    <span aria-hidden="true" className="mt-auto pt-1.5">
      <span className={buttonClass(style, 'min-h-9 py-1 text-sm')}>View Details</span>
    </span>
  )
}
