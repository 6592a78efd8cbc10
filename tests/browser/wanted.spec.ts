import { nextTerms } from '#categories/academic-terms.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing, uniqueTitle } from './listings.ts'
import { findMailLink, waitForSavedMail } from './saved-mails.ts'
import { logIn, logInAsNewStudent } from './students.ts'

test('a student posts what place they look for, writes to the owner of one that fits, and hears of the next', async ({
  page,
  server,
}) => {
  test.slow()
  const [term] = nextTerms(campusIsoDate(Date.now()), 1)
  if (!term) throw new Error('There is no next term.')
  const [place, newPlace] = [uniqueTitle('Bright room'), uniqueTitle('Sunny room')]
  const room = {
    ...{ cost: 850, is_shared: true, num_beds: 3, is_sublet: true },
    ...{ date_available: term.first, available_to: term.last },
  }
  const owner = await logInAsNewStudent(page)
  await createListing(page, 'rentals', { ...room, title: place })

  const student = await logInAsNewStudent(page)
  await openPage(page, pagePaths.browse('rental'))
  await page.getByRole('link', { name: 'Wanted', exact: true }).click()
  await expect(page).toHaveURL(pagePaths.browse('wanted'))
  await expect(page.getByRole('link', { name: 'Wanted', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await openPage(page, pagePaths.sell)
  await page.getByRole('link', { name: /^Looking for a place/ }).click()
  const title = uniqueTitle('Quiet student')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByRole('button', { name: term.label, exact: true }).click()
  await page.getByLabel('Up to', { exact: true }).fill('900')
  await page.getByLabel('Room or whole place').selectOption('Room')
  await page.getByLabel('About you', { exact: true }).fill('I cook a lot.')
  await expect(page.getByText('Photos')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post housing request' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.getByRole('main').getByRole('link', { name: title, exact: true }).last().click()
  const fits = page.getByRole('region', { name: /places? fits?$/ })
  const row = fits.getByRole('listitem').filter({ hasText: place })
  await expect(row).toContainText(`${term.label} · $50 under your limit`)
  await expectAccessible(page)
  await row.getByRole('button', { name: `Message about ${place}` }).click()
  const dialog = page.getByRole('dialog', { name: /^Message/ })
  await dialog.getByRole('textbox').fill('Could I see it?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\/\d+$/)

  // The owner of a place finds the student there, and visitors find nothing.
  const id = (await (await page.request.get(apiPaths.list('wanted'))).json()).results[0].id
  await page.context().clearCookies()
  await openPage(page, pagePaths.listing('wanted', id))
  await expect(page.getByText('Log in to see housing requests.')).toBeVisible()

  // A place that is posted later reaches the student by email.
  await logIn(page, owner)
  const newId = await createListing(page, 'rentals', { ...room, title: newPlace, cost: 700 })
  const mail = await waitForSavedMail(server.dataDir, student, 'daily')
  expect(mail.text).toContain(newPlace)
  expect(mail.text).toContain(`${term.label} · $200 under your limit`)
  expect(findMailLink(mail, `/${newId}`)).toBe(pagePaths.listing('rental', newId))
})

test('a logout takes requests and household facts off the screen of every tab', async ({
  page,
  context,
}) => {
  await logInAsNewStudent(page)
  const facts = { is_shared: true, num_beds: 3, pets_words: 'One old cat' }
  const room = await createListing(page, 'rentals', { title: uniqueTitle('Room'), ...facts })
  const title = uniqueTitle('Quiet student')
  const request = { ...listingInputs.wanted, title }
  await page.request.post(apiPaths.list('wanted'), { data: request })
  await logInAsNewStudent(page)
  const [list, place] = [page, await context.newPage()]
  await openPage(list, pagePaths.browse('wanted'))
  await openPage(place, pagePaths.listing('rental', room))
  const cat = place.getByText('One old cat')
  await expect(list.getByText(title)).toBeVisible()
  await expect(cat).toBeVisible()

  const last = await context.newPage()
  await openPage(last, pagePaths.about)
  await last.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(cat).toHaveCount(0)
  await expect(list.getByText('Log in to see housing requests.')).toBeVisible()
})
