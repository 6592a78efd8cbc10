import type { Locator } from './locate.ts'

/** The features of a browser that the journeys need. `firefox.ts` and `webkit.ts` implement them. */
export interface Browser {
  version: string
  /** Opens a tab with no cookies and no storage. */
  newTab: () => Promise<Tab>
  close: () => Promise<void>
}

export interface Tab {
  setViewport: (width: number, height: number) => Promise<void>
  goto: (url: string) => Promise<void>
  evaluate: <Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Awaited<Result>>
  find: (locator: Locator) => Promise<TabElement | undefined>
  press: (key: Key) => Promise<void>
  /** Returns a PNG of the viewport. */
  screenshot: () => Promise<Uint8Array>
  /** Uncaught exceptions and console errors, where the browser reports them. */
  errors: string[]
  close: () => Promise<void>
}

export interface TabElement {
  /** Scrolls to the element and clicks its middle, as a person would. */
  click: () => Promise<void>
  /** Replaces the text of an input. */
  type: (text: string) => Promise<void>
  upload: (files: string[]) => Promise<void>
  evaluate: <Args extends unknown[], Result>(
    run: (element: HTMLElement, ...args: Args) => Result,
    ...args: Args
  ) => Promise<Awaited<Result>>
}

export type Key = 'Escape' | 'Enter' | 'Tab'
