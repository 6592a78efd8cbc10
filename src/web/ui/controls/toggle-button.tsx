import type { ComponentProps } from 'react'

/** A button that stays pressed, as a pill. */
export function ToggleButton({
  pressed,
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { pressed: boolean }) {
  return <button {...button} type="button" className="pill pill-small" aria-pressed={pressed} />
}
