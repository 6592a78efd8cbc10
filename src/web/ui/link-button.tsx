import type { ElementType } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import type { As } from './polymorphic.ts'

export function LinkButton<Element extends ElementType = 'a'>({
  as,
  look,
  size,
  wide,
  className,
  ...rest
}: As<Element, ButtonLook & { className?: string | undefined }>) {
  const Tag: ElementType = as ?? 'a'
  return <Tag {...rest} className={buttonClass({ look, size, wide }, className)} />
}
