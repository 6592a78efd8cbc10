import { classNames } from './class-names.ts'

export type ButtonLook = {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'medium' | 'small' | 'icon' | undefined
  wide?: boolean | undefined
}

/** The looks of a button for anything: a real button, a link, or a drawing of one inside a card. */
export function buttonClass({ look = 'primary', size, wide }: ButtonLook, extra?: string): string {
  return classNames(
    `button button-${look}`,
    size && size !== 'medium' && `button-${size}`,
    wide && 'button-wide',
    extra,
  )
}
