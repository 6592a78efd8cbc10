/** The heart of a listing on the page, if it has one. */
export const findHeart = (id: number) =>
  document.querySelector<HTMLElement>(`[data-favourite="${id}"]`)

/** Not if the focus is on something else than the page around it. */
export function focusHeart(id: number) {
  const heart = findHeart(id)
  if (heart && document.activeElement?.contains(heart)) heart.focus({ preventScroll: true })
}
