import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A short label. `plain`, `gold` and `ink` can also be used on top of a photo. */
export function Badge({
  variant = 'soft',
  className,
  children,
}: {
  variant?: 'soft' | 'sun' | 'plain' | 'gold' | 'ink'
  className?: string
  children: ReactNode
}) {
  return <span className={classNames(`badge badge-${variant}`, className)}>{children}</span>
}
