import type { ElementType, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { As } from './polymorphic.ts'

/** Something chosen, that a press takes away: a button, or a link when the choice lives in the URL. */
export function RemovableChip<Element extends ElementType = 'button'>({
  as,
  children,
  ...rest
}: As<Element, { children: ReactNode }>) {
  const Tag: ElementType = as ?? 'button'
  return (
    <Tag {...(as ? {} : { type: 'button' })} {...rest} className="chip">
      <span>
        <span className="sr-only">Remove </span>
        {children}
      </span>
      <Icon name="x" size={16} />
    </Tag>
  )
}
