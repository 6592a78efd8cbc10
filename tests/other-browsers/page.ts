import { mkdir, writeFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import type { Tab, TabElement } from './browser.ts'
import type { Locator } from './locate.ts'

/** The page of a journey: every step waits until it can be done. */
export type Page = ReturnType<typeof createPage>

export function createPage(tab: Tab, siteUrl: string, screenshotFolder: string) {
  const find = (locator: Locator) => vi.waitFor(() => findNow(locator))
  const findNow = async (locator: Locator): Promise<TabElement> => {
    const element = await tab.find(locator)
    if (!element) throw new Error(`There is no ${JSON.stringify(locator)}.`)
    return element
  }
  /** Before hydration React does not handle clicks and key presses. */
  const hydrated = () =>
    expect
      .poll(() => tab.evaluate(() => document.documentElement.dataset.hydrated ?? ''))
      .toBe('true')
  return {
    tab,
    open: async (path: string) => {
      await tab.goto(siteUrl + path)
      await hydrated()
    },
    hydrated,
    see: async (locator: Locator) => {
      await find(locator)
    },
    seePath: (path: string) =>
      expect.poll(() => tab.evaluate(() => location.pathname + location.search)).toBe(path),
    gone: (locator: Locator) => expect.poll(() => tab.find(locator)).toBeUndefined(),
    /** Tried again while the element moves or is replaced. */
    click: (locator: Locator) => vi.waitFor(async () => (await findNow(locator)).click()),
    type: async (locator: Locator, text: string) => (await find(locator)).type(text),
    upload: async (locator: Locator, files: string[]) => (await find(locator)).upload(files),
    read: async <Result>(locator: Locator, read: (element: HTMLElement) => Result) =>
      (await find(locator)).evaluate(read),
    seeCount: (css: string, count: number) =>
      expect
        .poll(() => tab.evaluate((selector) => document.querySelectorAll(selector).length, css))
        .toBe(count),
    /** The pickers of selects and dates are not part of the page: sets the value as they do. */
    choose: async (locator: Locator, value: string) => {
      const input = await find(locator)
      await input.evaluate((element, chosen) => {
        const prototype = Object.getPrototypeOf(element)
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, chosen)
        for (const type of ['input', 'change']) {
          element.dispatchEvent(new Event(type, { bubbles: true }))
        }
      }, value)
    },
    /** Of the viewport; nothing in it may be cut off. */
    screenshot: async (name: string) => {
      await vi.waitFor(async () => {
        expect(await tab.evaluate(countRunningTransitions)).toBe(0)
      })
      await tab.evaluate(untilPainted)
      await mkdir(screenshotFolder, { recursive: true })
      await writeFile(`${screenshotFolder}/${name}.png`, await tab.screenshot())
      expect(await tab.evaluate(findCutOff)).toEqual([])
    },
  }
}

function countRunningTransitions() {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
}

/** Runs in the page: what changed just now is on the screen two frames later. */
function untilPainted() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** Runs in the page. A modal may scroll only when it is as tall as it may be, and nothing scrolls sideways. */
function findCutOff(): string[] {
  const cutOff: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) cutOff.push('the page, sideways')
  for (const modal of document.querySelectorAll('dialog:modal')) {
    const maxHeight = Number.parseFloat(getComputedStyle(modal).maxHeight) || innerHeight
    if (modal.getBoundingClientRect().height > maxHeight - 1) continue
    for (const { className, scrollHeight, clientHeight } of modal.children) {
      if (scrollHeight > clientHeight)
        cutOff.push(`${className}: ${clientHeight} of ${scrollHeight} px`)
    }
  }
  return cutOff
}
