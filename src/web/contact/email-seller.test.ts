import { expect, it } from 'vitest'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { inquiryMail } from './email-seller.tsx'

const lamp = {
  title: ' Lamp & shade, 50% off ',
  seller: { id: 7, name: 'Sofia Maria Rossi' },
}
const url = 'https://quad.example/misc/1'

it('asks the seller by the first name, and says which listing', () => {
  expect(inquiryMail(sampleListing('misc', lamp), url)).toEqual({
    subject: 'Inquiry about item: Lamp & shade, 50% off',
    body: `Hi Sofia, is Lamp & shade, 50% off still available?\n\n${url}`,
  })
})

it('asks who wants a thing whether they still do', () => {
  const wanted = sampleListing('misc', { ...lamp, listing_type: 'Wanting' })
  expect(inquiryMail(wanted, url).body).toContain(
    'Hi Sofia, are you still looking for Lamp & shade, 50% off?',
  )
})

it('asks who looks for a place whether they still do', () => {
  const request = sampleListing('wanted', { title: 'Quiet student', seller: lamp.seller })
  expect(inquiryMail(request, url).body).toContain(
    'Hi Sofia, I saw “Quiet student”. Are you still looking?',
  )
})
