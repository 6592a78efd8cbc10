import { XIcon } from 'lucide-react'
import type { ElementType, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { PolymorphicProps } from './link-button.tsx'

/** A choice that a click selects, or removes if it is active. It is a link, because choices live in the URL. */
export function Chip<Element extends ElementType = 'a'>({
  as,
  active,
  children,
  ...rest
}: PolymorphicProps<Element, { active: boolean; children: ReactNode }>) {
  const Tag: ElementType = as ?? 'a'
  return (
    <Tag {...rest} className={classNames('chip', active && 'chip-active')}>
      <span dir="auto">
        {active && <span className="sr-only">Remove </span>}
        {children}
      </span>
      {active && <XIcon size={16} />}
    </Tag>
  )
}
