import { CircleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** `sun` is a box of advice, `bar` a quiet remark, `danger` an error (announced by screen readers). */
export function Callout({
  variant = 'sun',
  children,
}: {
  variant?: 'sun' | 'bar' | 'danger'
  children: ReactNode
}) {
  if (variant !== 'danger') return <div className={`callout callout-${variant}`}>{children}</div>
  return (
    <div role="alert" className="callout callout-danger">
      <CircleAlertIcon size={20} />
      <div>{children}</div>
    </div>
  )
}
