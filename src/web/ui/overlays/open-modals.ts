/** The modals that are open, the topmost last. What is outside the topmost cannot be pressed and is covered. */
let openModals: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function setOpenModals(next: readonly HTMLElement[]) {
  openModals = next
  for (const listener of listeners) listener()
}

/** Returns a function that takes it off again. */
export function addOpenModal(modal: HTMLElement): () => void {
  if (openModals.length === 0) keepScrollbarWidth()
  setOpenModals([...openModals, modal])
  return () => {
    setOpenModals(openModals.filter((other) => other !== modal))
    if (openModals.length === 0) document.documentElement.style.paddingRight = ''
  }
}

/**
 * The page behind cannot scroll while a modal is open; padding keeps the width of its scrollbar. A stable gutter would stay
 * bare beside the backdrop. Measured for the first modal only: under a second one the scrollbar is gone already.
 */
function keepScrollbarWidth() {
  const { clientWidth, style } = document.documentElement
  style.paddingRight = `${window.innerWidth - clientWidth}px`
}

export const getTopModal = (): HTMLElement | undefined => openModals.at(-1)

export function subscribeToOpenModals(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
