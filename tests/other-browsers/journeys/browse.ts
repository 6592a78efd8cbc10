import { rentalCount } from '../../browser/seed-site.ts'
import type { Journey } from '../journey.ts'
import { button, heading, link, modal } from '../locate.ts'

export const browse: Journey = async (page) => {
  await page.open('/')
  await page.screenshot('landing')
  await page.click(button('Menu'))
  await page.see(modal('Quad'))
  await page.screenshot('menu')
  await page.click(link('Rentals'))
  await page.seePath('/rentals')
  await page.see(heading('Rentals'))
  await page.screenshot('rentals')
  // Near the end of the list the page fetches the rest.
  await page.evaluate('a scroll to the end of the list', () =>
    scrollTo(0, document.documentElement.scrollHeight),
  )
  await page.seeCount('main article h2', rentalCount)
}
