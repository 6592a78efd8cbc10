import { type Journey, submitLogin } from '../journey.ts'
import { button, heading, link } from '../locate.ts'

const title = 'Whole house on Albert Street'
const savedHeart = { css: 'button.heart[aria-pressed=true]', name: `Save ${title}` }
const emptyHeart = { css: 'button.heart[aria-pressed=false]', name: `Save ${title}` }

/** Bob, who has confirmed his email, saves a listing as he logs in, and then the search that found it. */
export const save: Journey = async (page, { seed }) => {
  const path = '/rentals?q=albert'
  await page.open(path)
  await page.click(link(`Log in to save ${title}`))
  await submitLogin(page, seed.bob)
  await page.seePath(path)
  await page.hydrated()
  await page.see(savedHeart)
  await page.see({ css: 'input[type=checkbox]', name: 'Email me if' })
  await page.screenshot('first-heart')
  await page.click(button('Close'))

  await page.click(button('Save this search'))
  await page.click({ css: 'main button', name: 'Saved' })
  await page.see({ css: 'button[aria-pressed=true]', name: 'Daily at 8 am' })
  await page.screenshot('saved-search')
  await page.click(link('All saved searches'))
  await page.seePath('/saved')
  await page.see(link('Rentals: “albert”'))
  await page.see({ css: 'main article h3', name: title })
  await page.screenshot('saved')

  // Bob removes the heart and leaves the page at once. The request must still reach the server, perhaps after the next page.
  await page.click(savedHeart)
  await page.see(emptyHeart)
  await page.openUntilSeen('/saved', { css: 'main p', name: 'No favourites yet.' })
  await page.see(heading('Favourites'))
}
