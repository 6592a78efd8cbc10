import { classNames } from '../class-names.ts'

export type ButtonStyleProps = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'icon' | undefined
  fullWidth?: boolean | undefined
}

/** Returns the class names of a button. Links and spans that look like a button use them too. */
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
