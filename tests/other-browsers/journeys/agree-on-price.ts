import { type Journey, submitLogin } from '../journey.ts'
import { button, field, heading, link } from '../locate.ts'

const message = (text: string) => ({ css: '.message-item-text', name: text })

/** Ada offers a price in the conversation with Bob. He accepts it and undoes that. */
export const agreeOnPrice: Journey = async (page, { seed }) => {
  await page.open('/login?next=%2Fmessages')
  await submitLogin(page, seed.ada)
  await page.seePath('/messages')
  await page.click({ css: 'a.thread-row', name: 'Bob Stone' })
  await page.see(heading('Bob Stone'))
  await page.click(button('Offer a price'))
  await page.type(field('Your price'), '9')
  await page.screenshot('offer-form')
  await page.click(button('Send offer'))
  await page.see(message('You can have it for $9.'))
  await page.see(button('Withdraw offer'))
  await page.click(link('All messages'))
  await page.click(button('Menu'))
  await page.click(button('Log out'))
  await page.seePath('/')

  await page.open('/login?next=%2Fmessages')
  await submitLogin(page, seed.bob)
  await page.seePath('/messages')
  await page.click({ css: 'a.thread-row', name: 'Ada Lovelace' })
  await page.see(heading('Ada Lovelace'))
  await page.screenshot('offer')
  await page.click(button('Accept $9'))
  await page.see(message("It's a deal: $9."))
  await page.screenshot('deal')
  await page.click(button('Undo deal'))
  await page.see(message('Our deal at $9 is off.'))
}
