import { classNames } from '../class-names.ts'

export type ButtonStyleProps = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'icon' | undefined
  fullWidth?: boolean | undefined
}

/** Class names of a button, also for a link or for a span that only looks like one. */
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
