import { type Journey, logIn } from '../journey.ts'
import { button, field, link, modal } from '../locate.ts'

export const deleteAccount: Journey = async (page, { seed }) => {
  await logIn(page, seed.bob)
  await page.click(link('your account page'))
  await page.seePath('/account')
  await page.click(button('Delete my account'))
  await page.see(modal('Delete my account'))
  await page.screenshot('delete-account')
  await page.type(field('Password'), seed.bob.password)
  await page.click(button('Delete for good'))
  await page.seePath('/')
  await page.see({ css: '.toast', name: 'Your account and everything in it are deleted.' })
}
