import type { Journey } from '../journey.ts'
import { button, field, modal } from '../locate.ts'

export const filter: Journey = async (page) => {
  await page.open('/rentals')
  await page.click(button('Filters'))
  await page.see(modal('Filters'))
  await page.screenshot('filters')
  await page.click({ css: 'label', name: 'Sublet' })
  await page.click({ css: 'label', name: 'Furnished' })
  await page.click(button('APPLY FILTERS'))
  await page.gone(modal('Filters'))
  await page.see(button('Filters · 2'))
  await page.see({ css: '[role=status]', name: '7 results' })
  await page.type(field('Search'), 'Room 16')
  await page.see({ css: '[role=status]', name: '1 result' })
  await page.seePath('/rentals?furnished=1&type=sublet&q=Room+16')
}
