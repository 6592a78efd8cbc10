import type { ComponentPropsWithoutRef, ElementType } from 'react'
import { type ButtonStyleProps, buttonClass } from './button-class.ts'

/** The props of a component that renders as the element or component `as`: `<LinkButton as={Link} to="/">`. */
export type PolymorphicProps<Element extends ElementType, OwnProps> = OwnProps & {
  as?: Element
} & Omit<ComponentPropsWithoutRef<Element>, keyof OwnProps | 'as'>

export function LinkButton<Element extends ElementType = 'a'>({
  as,
  variant,
  size,
  fullWidth,
  className,
  ...rest
}: PolymorphicProps<Element, ButtonStyleProps & { className?: string | undefined }>) {
  const Tag: ElementType = as ?? 'a'
  return <Tag {...rest} className={buttonClass({ variant, size, fullWidth }, className)} />
}
