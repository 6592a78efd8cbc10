import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElementHandle, Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Expects no violation of any axe rule, on the page or in a part of it, such as an open dialog. It checks light colours
 * only: every-screen.spec.ts and design.spec.ts check both colour schemes.
 */
export async function expectAccessible(page: Page, part?: Locator) {
  expect(await findViolations(page, part)).toEqual([])
}

/** Returns the violations that `expectAccessible` expects to be empty. */
export async function findViolations(page: Page, part?: Locator): Promise<string[]> {
  // axe starts much faster in a document that is loaded in the same tab.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return runAxe(page, part ? await part.elementHandle() : null)
}

/** Runs axe in the page itself. @axe-core/playwright takes five times as long, for frames that our pages do not have. */
function runAxe(page: Page, part: ElementHandle | null): Promise<string[]> {
  return page.evaluate(async (root) => {
    // While a dialog fades in or the page turns dark, axe would measure a wrong contrast.
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      root ?? document,
      { resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, part)
}
