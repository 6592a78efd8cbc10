import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Words set apart: `sun` a box of advice, `bar` a quiet remark, `danger` what went wrong (announced). */
export function Callout({
  look = 'sun',
  children,
}: {
  look?: 'sun' | 'bar' | 'danger'
  children: ReactNode
}) {
  if (look !== 'danger') return <div className={`callout callout-${look}`}>{children}</div>
  return (
    <div role="alert" className="callout callout-danger">
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  )
}
