/** Finds elements by CSS selector and by the beginning of their accessible name. */
export interface Locator {
  css: string
  name?: string
}

export const button = (name: string): Locator => ({ css: 'button', name })
export const link = (name: string): Locator => ({ css: 'a', name })
export const field = (name: string): Locator => ({ css: 'input, select, textarea', name })
export const heading = (name: string): Locator => ({ css: 'h1, h2, h3', name })
export const modal = (name: string): Locator => ({ css: 'dialog:modal', name })

/** Describes a locator for error messages, such as: button “Share”. */
export const describeLocator = ({ css, name }: Locator) =>
  name === undefined ? css : `${css} “${name}”`

/**
 * Finds an element. Runs in the page, so it may use nothing from outside. While a modal is open, everything else is inert.
 */
export function locate({ css, name }: Locator): HTMLElement | undefined {
  const textOf = (element: Element | null | undefined) =>
    element?.textContent.trim().replaceAll(/\s+/g, ' ')
  const nameOf = (element: HTMLElement) =>
    element.ariaLabel ??
    textOf(document.getElementById(element.getAttribute('aria-labelledby') ?? '')) ??
    textOf((element as HTMLInputElement).labels?.[0]) ??
    textOf(element)
  const openModal = [...document.querySelectorAll('dialog:modal')].at(-1)
  return [...document.querySelectorAll<HTMLElement>(css)]
    .filter((element) => element.checkVisibility() && (openModal?.contains(element) ?? true))
    .find((element) => name === undefined || nameOf(element)?.startsWith(name))
}
