import { type Journey, submitLogin } from '../journey.ts'
import { button, field, heading, link, modal } from '../locate.ts'

const message = (text: string) => ({ css: '.message-item-text', name: text })

/** Bob proposes a meeting to Ada. She accepts it, shares it with a friend and cancels it. */
export const agreeOnMeeting: Journey = async (page, { seed }) => {
  await page.open('/login?next=%2Fmessages')
  await submitLogin(page, seed.bob)
  await page.seePath('/messages')
  await page.click({ css: 'a.thread-row', name: 'Ada Lovelace' })
  await page.see(heading('Ada Lovelace'))
  await page.click(button('Meet up'))
  await page.see(modal('Propose a meeting'))
  // Browsers take typed times in different forms, so the value is set as their pickers set it.
  await page.read(field('Time'), (element) => {
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(element, `${soon}T15:00`)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.screenshot('meeting-form')
  await page.click(button('Send proposal'))
  await page.see(message('Can we meet?'))
  await page.see(button('Withdraw proposal'))
  await page.click(link('All messages'))
  await page.click(button('Menu'))
  await page.click(button('Log out'))
  await page.seePath('/')

  await page.open('/login?next=%2Fmessages')
  await submitLogin(page, seed.ada)
  await page.seePath('/messages')
  await page.click({ css: 'a.thread-row', name: 'Bob Stone' })
  await page.see(heading('Bob Stone'))
  await page.screenshot('meeting-proposal')
  await page.click(button('Accept '))
  await page.see(message('See you on'))
  await page.see(link('Add to calendar'))
  await page.screenshot('meeting')
  await page.click(button('Change or share the meeting'))
  await page.click(button('Share with a friend'))
  await page.see(modal('Share with a friend'))
  await page.click(button('Make a link'))
  await page.see(field('Link'))
  await page.screenshot('meeting-link')
  await page.click(button('Stop sharing'))
  await page.see(button('Make a link'))
  await page.click(button('Close'))
  await page.click(button('Change or share the meeting'))
  await page.click(button('Cancel the meeting'))
  await page.see(modal('Cancel the meeting?'))
  await page.click(button('Cancel meeting'))
  await page.see(message('Our meeting on'))
  await page.see(link('Remove from calendar'))
}
