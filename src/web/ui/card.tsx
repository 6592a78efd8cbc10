import type { ElementType, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { As } from './polymorphic.ts'

type Own = {
  /** Fills the 4:3 top to the edges: a `Photo` or `NoPhoto`, and a `plain` badge over it. */
  photo?: ReactNode
  className?: string
  children: ReactNode
}

/** `<Card as={Link} to="…">` is one link as a whole; without `as` it is a plain article. */
export function Card<Element extends ElementType = 'article'>({
  as,
  photo,
  className,
  children,
  ...rest
}: As<Element, Own>) {
  const Tag: ElementType = as ?? 'article'
  return (
    <Tag {...rest} className={classNames('card', className)}>
      {photo && <div className="card-photo">{photo}</div>}
      <div className="card-body">{children}</div>
    </Tag>
  )
}
