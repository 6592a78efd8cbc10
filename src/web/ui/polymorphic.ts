import type { ComponentPropsWithoutRef, ElementType } from 'react'

/** Props of a part that can be drawn as another element or a router's link: `<LinkButton as={Link} to="/">`. */
export type As<Element extends ElementType, Own> = Own & { as?: Element } & Omit<
    ComponentPropsWithoutRef<Element>,
    keyof Own | 'as'
  >
