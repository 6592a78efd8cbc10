/** The pressed button goes with its row: the one of the next row has the focus then, or what is given if it was the last. */
export function focusNextRow(button: HTMLElement, orElse: HTMLElement | null) {
  const next = button.closest('li')?.nextElementSibling
  const target = next?.querySelector<HTMLElement>('[data-remove]') ?? orElse
  target?.focus({ preventScroll: true })
}
