import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElementHandle, Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose result depends on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** No violation of any axe rule, in light and in dark, on the page or in a part of it, such as an open dialog. */
export async function expectAccessible(page: Page, part?: Locator) {
  expect(await findViolations(page, part)).toEqual([])
}

/** What `expectAccessible` expects to be empty. */
export async function findViolations(page: Page, part?: Locator): Promise<string[]> {
  // A document that is loaded in the same tab starts axe in a fraction of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const root = part ? await part.elementHandle() : null
  const light = await runAxe(page, root)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, root, colorRules)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((violation) => `in dark: ${violation}`)]
}

/** Runs axe in the page itself: @axe-core/playwright takes five times as long, for frames that our pages do not have. */
function runAxe(page: Page, part: ElementHandle | null, rules?: string[]): Promise<string[]> {
  return page.evaluate(
    async ([root, values]) => {
      // While a dialog fades in or the page turns dark, no contrast is right.
      const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        root ?? document,
        {
          resultTypes: ['violations'],
          ...(values && { runOnly: { type: 'rule', values } }),
        },
      )
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
    },
    [part, rules] as const,
  )
}
