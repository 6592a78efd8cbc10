import { type Journey, submitLogin } from '../journey.ts'
import { button, link, modal } from '../locate.ts'

export const logInAndOut: Journey = async (page, { seed }) => {
  const path = `/textbooks/${seed.textbookId}`
  await page.open(path)
  await page.click(link('Log in to message'))
  await page.click(button('Log in'))
  await page.see({ css: '.field-message', name: 'Field required' })
  await page.screenshot('login-errors')
  await submitLogin(page, seed.bob)
  await page.seePath(path)
  await page.see(modal('Message Ada'))
  await page.click(button('Cancel'))
  await page.see(link('Email Seller'))
  await page.click(button('Menu'))
  await page.screenshot('menu-of-student')
  await page.click(button('Log out'))
  await page.click(button('Menu'))
  await page.see(link('Sign up'))
}
