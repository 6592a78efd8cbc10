import { type Journey, submitLogin } from '../journey.ts'
import { button, field, heading, link, modal } from '../locate.ts'

const house = 'Whole house on Albert Street'

/** Bob, who has confirmed his email, compares two places, asks about one, and says what he looks for. */
export const lookForAPlace: Journey = async (page, { seed }) => {
  const compared = `/rentals/compare?ids=${seed.houseId - 1},${seed.houseId}`
  await page.open(`/login?next=${encodeURIComponent(compared)}`)
  await submitLogin(page, seed.bob)
  await page.seePath(compared)
  await page.hydrated()
  await page.seeCount('thead th', 2)
  await page.see({ css: 'tbody th', name: 'Per person per month' })
  await page.screenshot('compare')
  await page.click(link('Remove Room'))
  await page.seeCount('thead th', 1)
  await page.click(link('Ask the seller'))
  await page.see(modal('Message Ada'))
  await page.see({ css: 'dialog textarea' })
  await page.screenshot('ask-for-missing')
  await page.press('Escape')

  await page.open('/wanted/create')
  await page.type(field('Title'), 'Five friends look for a house')
  await page.choose(field('From'), '2027-02-01')
  await page.type(field('Up to'), '2500')
  await page.choose(field('Room or whole place'), 'Whole place')
  await page.type(field('About you'), 'We cook together.')
  await page.click({ css: 'summary', name: 'How you live' })
  await page.type(field('Studies and year'), 'Nursing, second year')
  await page.screenshot('request')
  await page.click(button('Post housing request'))
  await page.seePath('/dashboard')
  await page.click(link('Five friends look for a house'))
  await page.see(heading('1 place fits'))
  await page.see(link(house))
  await page.screenshot('fits')
  await page.click(button(`Message about ${house}`))
  await page.see(modal('Message Ada'))
}
