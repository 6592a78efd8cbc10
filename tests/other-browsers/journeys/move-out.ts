import { type Journey, logIn } from '../journey.ts'
import { button, field, heading } from '../locate.ts'

/** Runs after the journey in which Bob has confirmed his email. */
export const moveOut: Journey = async (page, { seed, photo }) => {
  await logIn(page, seed.bob)
  await page.open('/moving-out')
  await page.upload({ css: 'input[type=file]' }, [photo])
  await page.type(field('Title of item 1'), 'Floor lamp')
  await page.type(field('Price of item 1'), '12')
  await page.type(field('Where can they be picked up?'), 'The lobby')
  await page.type(field('When?'), 'Sat 10 am to 6 pm')
  await page.screenshot('move-out-form')
  await page.click(button('Post 1 item'))
  await page.see(heading('Your items'))
  await page.see(heading('Floor lamp'))
  await page.screenshot('move-out-page')
}
