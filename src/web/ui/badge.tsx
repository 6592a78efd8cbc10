import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'soft' | 'sun' | 'plain' | 'ok' | 'danger'

/** A word about something. `plain` is for the top of a photo. */
export function Badge({
  tone = 'soft',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={classNames('badge', `badge-${tone}`, className)}>{children}</span>
}
