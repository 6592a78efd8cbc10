import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ElementHandle, Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Expects no violation of any axe rule in a part of the page, such as a form. Without a part, it checks the open dialog or
 * else the page without its header and footer, which every-screen.spec.ts checks. It checks light colours only:
 * every-screen.spec.ts and design.spec.ts check both colour schemes.
 */
export async function expectAccessible(page: Page, part?: Locator) {
  const frontMost = part ?? page.locator('dialog:modal').last()
  const isThere = part !== undefined || (await frontMost.count()) > 0
  const root = isThere ? await frontMost.elementHandle() : null
  expect(await runAxe(page, { root, leavesOutFrame: true })).toEqual([])
}

/** Returns the violations of any axe rule on the page, with or without its header and footer. */
export function findViolations(page: Page, { leavesOutFrame = false } = {}): Promise<string[]> {
  return runAxe(page, { root: null, leavesOutFrame })
}

/**
 * Runs axe in the page itself. @axe-core/playwright takes five times as long, for frames that our pages do not have. axe
 * takes time for every element, so it leaves out what looks the same: all cards of a list after the fourth.
 */
async function runAxe(
  page: Page,
  options: { root: ElementHandle | null; leavesOutFrame: boolean },
): Promise<string[]> {
  // axe starts much faster in a document that is loaded in the same tab.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async ({ root, leavesOutFrame }) => {
    // While a dialog fades in or the page turns dark, axe would measure a wrong contrast.
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const cards = 'li:nth-child(n + 5):has(> article, > .gallery-tile)'
    const frame = '.site-shell > header, .site-shell > footer'
    const exclude = [...document.querySelectorAll(leavesOutFrame ? `${cards}, ${frame}` : cards)]
    const include = root ?? document.documentElement
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      // A part may be in the header.
      { include: [include as Element], exclude: exclude.filter((each) => !each.contains(root)) },
      { resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, options)
}
