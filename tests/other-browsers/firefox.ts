import type { ElementHandle, Page } from 'puppeteer-core'
import type { Browser, Tab, TabElement } from './browser.ts'
import { scrollToCenter, whyNotHit } from './click-target.ts'
import { locate } from './locate.ts'

/** Launches Firefox over WebDriver BiDi, the only protocol that it supports without geckodriver. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  // The import is here, because Puppeteer takes longer to load than everything else in this folder.
  const { default: puppeteer } = await import('puppeteer-core')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  return {
    version: (await browser.version()).replace('/', ' '),
    newTab: async () => {
      const context = await browser.createBrowserContext()
      return createTab(await context.newPage(), () => context.close())
    },
    close: () => browser.close(),
  }
}

function createTab(page: Page, close: () => Promise<void>): Tab {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return {
    setViewport: (width, height) => page.setViewport({ width, height }),
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    find: async (locator) => {
      const handle = await page.evaluateHandle(locate, locator)
      const element = handle.asElement()
      return element ? createElement(element as ElementHandle<HTMLElement>) : undefined
    },
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    errors,
    close,
  }
}

function createElement(handle: ElementHandle<HTMLElement>): TabElement {
  return {
    // Puppeteer clicks at the element's position, even if something covers it.
    click: async () => {
      await handle.evaluate(scrollToCenter)
      const reason = await handle.evaluate(whyNotHit)
      if (reason) throw new Error(reason)
      await handle.click()
    },
    type: async (text) => {
      await handle.evaluate((input) => (input as HTMLInputElement).select())
      await handle.type(text)
    },
    upload: (files) => (handle as ElementHandle<HTMLInputElement>).uploadFile(...files),
    evaluate: (run, ...args) => handle.evaluate(run as never, ...args) as never,
  }
}
