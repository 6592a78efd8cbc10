import type { Journey } from '../journey.ts'
import { button, heading, modal } from '../locate.ts'

export const openListing: Journey = async (page, { seed }) => {
  const title = 'Whole house on Albert Street'
  await page.open('/rentals')
  await page.click(heading(title))
  await page.seePath(`/rentals/${seed.houseId}`)
  await page.see({ css: 'h1', name: title })
  await page.screenshot('listing')
  await page.click(button('Next photo'))
  await page.see({ css: '[aria-live]', name: 'Photo 2 of 4' })
  await page.click(button('View full screen'))
  await page.see(modal(title))
  await page.see({ css: '[aria-live]', name: 'Photo 2 of 4' })
  await page.screenshot('photo-viewer')
  await page.press('Escape')
  await page.gone(modal(title))
}
