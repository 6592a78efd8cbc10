/** Each of these events ends a press: after a drag, a context menu or a chosen option there may be no mouseup. */
const endings = ['mouseup', 'dragend', 'contextmenu', 'input', 'keydown'] as const

let press: Promise<void> | undefined

/**
 * Resolves once no button of the mouse is down, and the click is over. Screens that are touched send the same events,
 * all of them after the touch.
 */
export const pressEnd = () => press

/** Follows the presses on the page. The first one may already be the one that leaves a field. */
export function followPresses(page: Pick<EventTarget, 'addEventListener'>) {
  page.addEventListener(
    'mousedown',
    () => {
      press = new Promise((resolve) => {
        const ended = new AbortController()
        const end = () => {
          ended.abort()
          // The click follows its mouseup in the same task.
          setTimeout(() => {
            press = undefined
            resolve()
          })
        }
        for (const type of endings) {
          page.addEventListener(type, end, { capture: true, signal: ended.signal })
        }
      })
    },
    { capture: true },
  )
}

if (typeof window !== 'undefined') followPresses(window)
