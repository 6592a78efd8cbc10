import type { Journey } from '../journey.ts'
import { button, heading, link, modal } from '../locate.ts'

export const readWhy: Journey = async (page) => {
  await page.open('/')
  await page.click(button('Learn more'))
  await page.see(modal('Why Quad?'))
  await page.screenshot('why')
  await page.click(link('Join your campus community'))
  await page.seePath('/register')
  await page.see(heading('Join Quad'))
  await page.screenshot('register')
}
