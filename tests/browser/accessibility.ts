import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose result depends on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** No violation of any axe rule, in light and in dark. */
export async function expectAccessible(page: Page) {
  const light = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findViolations(page, colorRules)
  await page.emulateMedia({ colorScheme: 'light' })
  expect([...light, ...dark.map((violation) => `in dark: ${violation}`)]).toEqual([])
}

/** Runs axe in the page itself: @axe-core/playwright takes five times as long, for frames that our pages do not have. */
async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Of a dialog that fades in and of the change to dark: halfway no contrast is right.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    return Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  return page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
}
