import { expect } from 'vitest'
import type { Journey } from '../journey.ts'
import { field } from '../locate.ts'

export const chooseTheme: Journey = async (page) => {
  const background = () =>
    page.evaluate('the colour of the page', () => getComputedStyle(document.body).backgroundColor)
  await page.open('/about')
  await page.choose(field('Theme'), 'dark')
  expect(await background()).toBe('rgb(20, 17, 13)')
  await page.open('/rules')
  expect(await background()).toBe('rgb(20, 17, 13)')
  await page.screenshot('dark')
  await page.choose(field('Theme'), 'light')
  expect(await background()).toBe('rgb(251, 247, 238)')
  await page.choose(field('Theme'), 'system')
}
