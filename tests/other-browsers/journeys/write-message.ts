import { expect } from 'vitest'
import { type Journey, submitLogin } from '../journey.ts'
import { button, field, heading, link, modal } from '../locate.ts'

const message = (text: string) => ({ css: '.message-item-text', name: text })

/** Bob, who has confirmed his email, writes to Ada. She answers. */
export const writeMessage: Journey = async (page, { seed }) => {
  const path = `/misc/${seed.lampId}`
  await page.open(path)
  await page.click(link('Log in to message'))
  await submitLogin(page, seed.bob)
  await page.seePath(path)
  await page.see(modal('Message Ada'))
  await page.click(button('When could I see it?'))
  await page.screenshot('first-message')
  await page.click(button('Send'))
  await page.see(heading('Ada Lovelace'))
  await page.see(message('When could I see it?'))
  await page.screenshot('conversation')
  await page.click(button('Menu'))
  await page.click(button('Log out'))
  await page.seePath('/')

  await page.open('/login?next=%2Fmessages')
  await submitLogin(page, seed.ada)
  await page.seePath('/messages')
  await page.see({ css: 'header a', name: 'Messages, 1 unread' })
  await page.screenshot('conversations')
  await page.click({ css: 'a.thread-row' })
  await page.see(heading('Bob Stone'))
  await page.gone({ css: 'header a', name: 'Messages, 1 unread' })
  await page.type(field('Message to Bob Stone'), 'Tonight?')
  await page.click(button('Send'))
  await page.see(message('Tonight?'))
  expect(
    await page.read(field('Message to Bob Stone'), (text) => (text as HTMLTextAreaElement).value),
  ).toBe('')
  await page.screenshot('answered')
  await page.click(link('All messages'))
  await page.seePath('/messages')
  await page.see({ css: 'a.thread-row', name: 'Bob Stone' })
}
