import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { inquiryMail } from './inquiry-mail.ts'

const lamp = {
  ...listingInputs.misc,
  title: ' Lamp & shade, 50% off ',
  seller: { id: 7, name: 'Sofia Maria Rossi' },
} as unknown as Listing
const url = 'https://quad.example/misc/1'

it('asks the seller by the first name, and says which listing', () => {
  expect(inquiryMail(categoryById.misc, lamp, url)).toEqual({
    subject: 'Inquiry about item: Lamp & shade, 50% off',
    body: `Hi Sofia, is Lamp & shade, 50% off still available?\n\n${url}`,
  })
})

it('asks who wants a thing whether they still do', () => {
  const wanted = { ...lamp, listing_type: 'Wanting' } as Listing
  expect(inquiryMail(categoryById.misc, wanted, url).body).toContain(
    'Hi Sofia, are you still looking for Lamp & shade, 50% off?',
  )
})
