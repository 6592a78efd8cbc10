/** Runs in the page. Drivers only scroll an element into the window, where a sticky bar may cover it. */
export function scrollToCenter(element: Element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Runs in the page: the reason if a press in the middle of an element would hit something else. */
export function whyNotHit(element: Element): string | undefined {
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  if (!box) return 'It takes up no space.'
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  if (element.contains(hit)) return undefined
  if (!hit) return 'It is outside the window.'
  return `<${hit.localName} class="${hit.getAttribute('class') ?? ''}"> covers it.`
}
