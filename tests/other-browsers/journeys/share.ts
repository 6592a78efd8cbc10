import { expect } from 'vitest'
import type { Journey } from '../journey.ts'
import { button, field, modal } from '../locate.ts'

export const share: Journey = async (page, { url, seed }) => {
  const path = `/misc/${seed.lampId}`
  await page.open(path)
  // With the Web Share API the system opens its own sheet, which no test can see.
  await page.evaluate('navigator.share to be removed', () => {
    Object.assign(navigator, { share: undefined })
  })
  await page.click(button('Share'))
  await page.see(modal('Share'))
  expect(await page.read(field('Link'), (link) => (link as HTMLInputElement).value)).toBe(
    url + path,
  )
  await page.screenshot('share')
  await page.click(button('Copy link'))
  await page.click(button('Close'))
  await page.gone(modal('Share'))
}
