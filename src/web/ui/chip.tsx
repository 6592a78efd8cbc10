import { XIcon } from 'lucide-react'
import type { ElementType, ReactNode } from 'react'
import type { PolymorphicProps } from './polymorphic.ts'

/** A choice that a click removes; a link, because choices live in the URL. */
export function RemovableChip<Element extends ElementType = 'a'>({
  as,
  children,
  ...rest
}: PolymorphicProps<Element, { children: ReactNode }>) {
  const Tag: ElementType = as ?? 'a'
  return (
    <Tag {...rest} className="chip">
      <span>
        <span className="sr-only">Remove </span>
        {children}
      </span>
      <XIcon size={16} />
    </Tag>
  )
}
