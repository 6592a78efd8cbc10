import { type Journey, logIn } from '../journey.ts'
import { button, link, modal } from '../locate.ts'

export const deleteListing: Journey = async (page, { seed }) => {
  await logIn(page, seed.ada)
  await page.open(`/misc/${seed.lampId}`)
  await page.click(button('Delete'))
  await page.see(modal('Delete this listing?'))
  await page.screenshot('delete-listing')
  await page.click(button('Delete'))
  await page.seePath('/dashboard')
  await page.gone(link('Edit Desk lamp'))
}
