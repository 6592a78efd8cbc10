import { type Journey, logIn } from '../journey.ts'
import { button, field, heading, modal } from '../locate.ts'
import type { Page } from '../page.ts'

/** Runs after the journey in which Bob has confirmed his email. */
export const postAgain: Journey = async (page, { seed, photo }) => {
  await logIn(page, seed.bob)
  await postStove(page, photo)
  await page.seePath('/dashboard')
  await postStove(page, photo)
  await page.see(modal('Did you post this already?'))
  await page.screenshot('post-again')
  await page.click(button('Renew that one'))
  await page.seePath('/dashboard')
  await page.see(heading('Camping stove'))
}

async function postStove(page: Page, photo: string) {
  await page.open('/misc/create')
  await page.upload({ css: 'input[type=file]' }, [photo])
  await page.see({ css: 'img[alt="Photo 1 of 1"]' })
  await page.type(field('Title'), 'Camping stove')
  await page.type(field('Price'), '30')
  await page.type(field('Description'), 'Works.')
  await page.click(button('Post item'))
}
