import { classNames } from '../class-names.ts'

export type ButtonStyleProps = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'icon' | undefined
  fullWidth?: boolean | undefined
}

/** The class names of a button. Links and spans that look like one use them too. */
export function buttonClass(
  { variant = 'primary', size, fullWidth }: ButtonStyleProps,
  className?: string,
): string {
  return classNames(
    `button button-${variant}`,
    size && `button-${size}`,
    fullWidth && 'button-wide',
    className,
  )
}
