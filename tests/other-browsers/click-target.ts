/**
 * Scrolls an element to the centre. Drivers only scroll it into the window, where a sticky bar may cover it. Runs in the
 * page.
 */
export function scrollToCenter(element: Element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Returns why a click in the middle of an element would hit something else, if it would. Runs in the page. */
export function whyNotHit(element: Element): string | undefined {
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (!box) return 'It takes up no space.'
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  if (element.contains(hit)) return undefined
  if (!hit) return 'It is outside the window.'
  return `<${hit.localName} class="${hit.getAttribute('class') ?? ''}"> covers it.`
}
