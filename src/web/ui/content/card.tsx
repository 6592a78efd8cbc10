import type { ElementType, ReactNode } from 'react'
import type { PolymorphicProps } from '../controls/link-button.tsx'

/** An article whose `CardTitle` makes all of it a link. */
export function Card({
  photo,
  children,
}: {
  /** A `Photo` or `NoPhoto` that fills the top of the card to its edges, or null. */
  photo: ReactNode
  children: ReactNode
}) {
  return (
    <article className="card">
      {photo && <div className="card-photo">{photo}</div>}
      <div className="card-body">{children}</div>
    </article>
  )
}

export type CardTitleLevel = 'h2' | 'h3'

/** The heading, whose link covers the card: `<CardTitle as={Link} to="…">`. */
export function CardTitle<Element extends ElementType = 'a'>({
  as,
  titleAs: Heading = 'h2',
  children,
  ...link
}: PolymorphicProps<Element, { titleAs?: CardTitleLevel | undefined; children: ReactNode }>) {
  const Tag: ElementType = as ?? 'a'
  return (
    <Heading dir="auto" className="line-clamp-2 font-semibold leading-snug">
      <Tag {...link} className="card-link">
        {children}
      </Tag>
    </Heading>
  )
}
