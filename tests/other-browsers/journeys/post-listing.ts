import { waitForCodes } from '../../support/mailed-codes.ts'
import { type Journey, logIn } from '../journey.ts'
import { button, field, heading, link, modal } from '../locate.ts'
import { untilDone } from '../step-limit.ts'

export const postListing: Journey = async (page, { dataDir, seed, photo }) => {
  await logIn(page, seed.bob)
  await page.click(link('Add rental'))
  await page.see({ css: 'h1', name: 'Add rental' })
  await page.click(button('Post rental'))
  await page.see({ css: '.field-message', name: 'Field required' })
  await page.screenshot('post-errors')
  await page.upload({ css: 'input[type=file]' }, [photo])
  await page.see({ css: 'img[alt="Photo 1 of 1"]' })
  await page.click(button('Edit photo 1'))
  await page.see(modal('Edit photo 1'))
  await page.see({ css: 'img[alt="Preview of photo 1"]' })
  await page.click(button('Turn right'))
  await page.screenshot('edit-photo')
  await page.click(button('Use photo'))
  await page.gone(modal('Edit photo 1'))
  await page.see({ css: 'p', name: 'Photo 1 changed.' })
  await page.type(field('Title'), 'Room with a garden')
  await page.choose(field('House type'), 'Bedroom')
  await page.type(field('Address'), '12 King St N')
  await page.type(field('Cost'), '850.50')
  await page.choose(field('Date available'), '2027-01-31')
  await page.click({ css: 'label', name: 'Not allowed' })
  await page.type(field('Description'), 'Quiet street.')

  await page.click(link('Dashboard'))
  await page.see(modal('Leave this form?'))
  await page.screenshot('unsaved-changes')
  await page.click(button('Keep editing'))

  await page.click(button('Post rental'))
  await page.see(modal('Confirm your email'))
  const [code = ''] = await untilDone({ waitsFor: 'the email with the code' }, () =>
    waitForCodes(dataDir, seed.bob.email, 1),
  )
  await page.screenshot('confirm-email')
  await page.type(field('6-digit code'), code)
  await page.seePath('/dashboard')
  await page.see(heading('Room with a garden'))
  await page.screenshot('posted')
}
