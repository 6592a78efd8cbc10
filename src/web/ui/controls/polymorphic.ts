import type { ComponentPropsWithoutRef, ElementType } from 'react'

/** Props of a component that renders as the element or component `as`: `<LinkButton as={Link} to="/">`. */
export type PolymorphicProps<Element extends ElementType, OwnProps> = OwnProps & {
  as?: Element
} & Omit<ComponentPropsWithoutRef<Element>, keyof OwnProps | 'as'>
