import { mkdir, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Key, Tab, TabElement } from './browser.ts'
import { describeLocator, type Locator } from './locate.ts'
import { untilDone, withinLimit } from './step-limit.ts'

/** The limit for loading a page. It is generous, for busy machines. */
const loadLimitMs = 30_000

/** The page of a journey. Every step waits until it is possible, and has its own limit. */
export type Page = ReturnType<typeof createPage>

export function createPage(tab: Tab, siteUrl: string, screenshotFolder: string) {
  const findNow = async (locator: Locator): Promise<TabElement> => {
    const element = await tab.find(locator)
    if (!element) throw new Error(`There is no ${describeLocator(locator)}.`)
    return element
  }
  const find = (locator: Locator) =>
    untilDone({ waitsFor: describeLocator(locator) }, () => findNow(locator))
  /** Uses an element once, after it has appeared. */
  const use = async <Result>(
    locator: Locator,
    purpose: string,
    run: (element: TabElement) => Promise<Result>,
  ) => {
    const element = await find(locator)
    return withinLimit({ waitsFor: `${describeLocator(locator)} to ${purpose}` }, () =>
      run(element),
    )
  }
  /** Reads a value until it is the expected value. */
  const seeValue = <Value>(waitsFor: string, expected: Value, read: () => Promise<Value>) =>
    untilDone({ waitsFor }, async () => {
      const value = await read()
      if (value !== expected) throw new Error(`It is ${JSON.stringify(value)}.`)
    })
  const evaluate = <Args extends unknown[], Result>(
    waitsFor: string,
    run: (...args: Args) => Result,
    ...args: Args
  ) => withinLimit({ waitsFor }, () => tab.evaluate(run, ...args))
  /** Waits for hydration. Before it, React does not handle clicks and key presses. */
  const hydrated = () =>
    seeValue('the page to be hydrated (data-hydrated of <html>)', 'true', () =>
      tab.evaluate(() => document.documentElement.dataset.hydrated ?? ''),
    )
  const open = async (path: string) => {
    await withinLimit({ waitsFor: `${path} to load`, limitMs: loadLimitMs }, () =>
      tab.goto(siteUrl + path),
    )
    await hydrated()
  }
  return {
    open,
    /** Opens a page again until it shows something that the server may learn only after the first opening. */
    openUntilSeen: (path: string, locator: Locator) =>
      untilDone(
        { waitsFor: `${describeLocator(locator)} on ${path}`, limitMs: loadLimitMs },
        async () => {
          await open(path)
          await findNow(locator)
        },
      ),
    hydrated,
    /** Runs a function in the page, once. */
    evaluate,
    see: async (locator: Locator) => {
      await find(locator)
    },
    seePath: (path: string) =>
      seeValue(`the path ${path}`, path, () =>
        tab.evaluate(() => location.pathname + location.search),
      ),
    gone: (locator: Locator) =>
      untilDone({ waitsFor: `${describeLocator(locator)} to be gone` }, async () => {
        if (await tab.find(locator)) throw new Error('It is still there.')
      }),
    /** Clicks an element. Tries again while the element moves, is covered or is replaced. */
    click: (locator: Locator) =>
      untilDone({ waitsFor: `a click on ${describeLocator(locator)}` }, async () =>
        (await findNow(locator)).click(),
      ),
    press: (key: Key) => withinLimit({ waitsFor: `a press of ${key}` }, () => tab.press(key)),
    type: (locator: Locator, text: string) =>
      use(locator, 'take text', (element) => element.type(text)),
    upload: (locator: Locator, files: string[]) =>
      use(locator, 'take files', (element) => element.upload(files)),
    read: <Result>(locator: Locator, read: (element: HTMLElement) => Result) =>
      use(locator, 'be read', (element) => element.evaluate(read)),
    seeCount: (css: string, count: number) =>
      seeValue(`the number of ${css} to be ${count}`, count, () =>
        tab.evaluate((selector) => document.querySelectorAll(selector).length, css),
      ),
    /** Sets the value of a select or a date as its picker does. The pickers are not part of the page. */
    choose: (locator: Locator, value: string) =>
      use(locator, 'take a value', (input) =>
        input.evaluate((element, chosen) => {
          const prototype = Object.getPrototypeOf(element)
          Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, chosen)
          for (const type of ['input', 'change']) {
            element.dispatchEvent(new Event(type, { bubbles: true }))
          }
        }, value),
      ),
    /** Takes a picture of the viewport. Nothing in it may be cut off. */
    screenshot: async (name: string) => {
      await seeValue('the number of running CSS transitions to be 0', 0, () =>
        tab.evaluate(countRunningTransitions),
      )
      await evaluate('two frames to be painted', untilPainted)
      await mkdir(screenshotFolder, { recursive: true })
      const png = await withinLimit({ waitsFor: `the screenshot “${name}”` }, tab.screenshot)
      await writeFile(`${screenshotFolder}/${name}.png`, png)
      expect(await evaluate('a search for cut-off content', findCutOff)).toEqual([])
    },
  }
}

function countRunningTransitions() {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
}

/** Waits two frames, after which the latest change is on the screen. Runs in the page. */
function untilPainted() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/**
 * Finds parts that are cut off. A modal may scroll only at its maximum height, and nothing scrolls sideways. Runs in the
 * page.
 */
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
