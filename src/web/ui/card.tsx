import type { ElementType, ReactNode } from 'react'
import type { PolymorphicProps } from './polymorphic.ts'

type CardProps = {
  /** Fills the 4:3 top to the edges: a `Photo` or `NoPhoto`. */
  photo: ReactNode
  children: ReactNode
}

/** The whole card is one link: `<Card as={Link} to="…">`. */
export function Card<Element extends ElementType = 'a'>({
  as,
  photo,
  children,
  ...rest
}: PolymorphicProps<Element, CardProps>) {
  const Tag: ElementType = as ?? 'a'
  return (
    <Tag {...rest} className="card">
      <div className="card-photo">{photo}</div>
      <div className="card-body">{children}</div>
    </Tag>
  )
}
