import { expect, it } from 'vitest'
import type { Listing } from '#contract/listing.ts'
import { at } from '#tests/support/campus-email.ts'
import { buildStillThereMail } from './still-there-mail.ts'

const appUrl = 'https://quad.example'
const ada = {
  id: 1,
  firstName: 'Ada',
  lastName: 'L',
  email: at('ada'),
  confirmedAt: null,
  mustConfirm: false,
}
const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 1280, height: 960, preview: '' }
const listing = {
  category: 'misc',
  id: 7,
  title: 'Lamp <b>',
  photos: [photo],
} as unknown as Listing

function build(token: string | undefined, seller = ada) {
  const answerBy = Date.UTC(2026, 10, 22, 17)
  const question = { listing, token, answerBy, appUrl }
  const { text, html } = buildStillThereMail(seller, question)
  return { text: text.replaceAll(/\s+/g, ' '), html }
}

it('shows the listing, a link that renews it, the dashboard and the day until which to answer', () => {
  const { text, html } = build('tok')
  for (const part of [
    'Lamp <b> Reported as already gone',
    `It's still there: ${appUrl}/renew?token=tok`,
    `Open your dashboard: ${appUrl}/dashboard`,
    "If we don't hear from you by Nov 22, 2026",
  ]) {
    expect(text).toContain(part)
  }
  expect(html).toContain(`<img src="${appUrl}/api/uploads/${'a'.repeat(32)}-320.webp"`)
  expect(html).not.toContain('<b>')
})

it('offers no renewal where it would not move the end', () => {
  const { text } = build(undefined)
  expect(text).not.toMatch(/renew\?|button/)
  expect(text).toContain('Edit it, or mark it as pending, on your dashboard.')
})

it('shows nothing of the listing to an address that is not proven', () => {
  const { text, html } = build('tok', { ...ada, mustConfirm: true })
  for (const part of [text, html]) expect(part).not.toMatch(/Ada|Lamp|uploads/)
  expect(text).toContain('/renew?token=tok')
})
