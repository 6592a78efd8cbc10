/** For browsers without anchor positioning, where the styles know only the place below the header. */
export function placeBelow(list: HTMLElement, button: HTMLElement, signal: AbortSignal) {
  const place = () => {
    if (!list.matches(':popover-open')) return
    const { bottom, right } = button.getBoundingClientRect()
    const rightGap = document.documentElement.clientWidth - right
    const maxGap = document.documentElement.clientWidth - list.offsetWidth
    Object.assign(list.style, {
      top: `${bottom}px`,
      right: `${Math.max(0, Math.min(rightGap, maxGap))}px`,
      marginInline: '0',
    })
  }
  list.addEventListener('toggle', place, { signal })
  // What scrolls may be the page or a part of it.
  document.addEventListener('scroll', place, { signal, capture: true, passive: true })
}
