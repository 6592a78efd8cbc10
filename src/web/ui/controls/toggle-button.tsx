import type { ComponentProps } from 'react'

/** A pill-shaped button that stays pressed. */
export function ToggleButton({
  pressed,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { pressed: boolean }) {
  return <button {...button} type="button" className="pill pill-small" aria-pressed={pressed} />
}
