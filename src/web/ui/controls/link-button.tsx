import type { ElementType } from 'react'
import { type ButtonStyleProps, buttonClass } from './button-class.ts'
import type { PolymorphicProps } from './polymorphic.ts'

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
