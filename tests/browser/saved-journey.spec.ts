import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, submitButton } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { findMailLink, waitForSavedMail } from './saved-mails.ts'
import { createStudent, logIn } from './students.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openSaved(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Saved', exact: true }).click()
  await expect(page).toHaveURL(pagePaths.saved)
}

test('a student saves a listing and a search, hears of a new one, of a lower price and of the end', async ({
  page: buyer,
  browser,
  server,
  consoleErrors,
}) => {
  test.slow()
  // No other listing has this word.
  const word = `zz${randomUUID().slice(0, 8)}`
  const [title, newTitle] = [`Bright room ${word}`, `Quiet room ${word}`]
  const seller = await (await browser.newContext({ baseURL: server.url })).newPage()
  seller.on('pageerror', (error) => consoleErrors.push(String(error)))
  await logIn(seller, await createStudent(seller.request, { firstName: 'Ines', lastName: 'Roy' }))
  await createListing(seller, 'rentals', { title, cost: 850 })

  // A visitor presses the heart and logs in. Back on the page, the listing is saved.
  const student = await createStudent(buyer.request, { firstName: 'Ben', lastName: 'Okafor' })
  const all = pagePaths.browse('rental', `q=${word}`)
  await openPage(buyer, all)
  await buyer.getByRole('link', { name: `Log in to save ${title}` }).click()
  await fillFields(buyer, loginValues(student))
  await submitButton(buyer).click()
  await expect(buyer).toHaveURL(all)
  const heart = buyer.getByRole('button', { name: `Save ${title}` })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const mailOffer = buyer.getByRole('checkbox', { name: /^Email me if/ })
  // This is not `check`, because the box disappears as soon as it is ticked.
  await mailOffer.click()
  await expect(mailOffer).toHaveCount(0)
  expect(await (await buyer.request.get(apiPaths.account)).json()).toMatchObject({
    mailFavourites: true,
  })
  await openSaved(buyer)
  await expect(card(buyer, title)).toContainText('$850')

  // The student saves a search with filters and asks for emails soon.
  const search = pagePaths.browse('rental', `max_price=800&q=${word}`)
  await openPage(buyer, search)
  await buyer.getByRole('button', { name: 'Save this search' }).click()
  await main(buyer).getByRole('button', { name: 'Saved', exact: true }).press('Enter')
  await buyer.getByRole('button', { name: /^As soon as it's posted/ }).press('Enter')
  await expect(buyer.getByRole('region', { name: 'Notifications' })).toContainText(
    "We'll email you soon after something new is posted.",
  )

  // Two new listings appear, one of them too expensive. The email has only the other.
  await createListing(seller, 'rentals', { title: `Dear room ${word}`, cost: 801 })
  const newId = await createListing(seller, 'rentals', { title: newTitle, cost: 700 })
  const mail = await waitForSavedMail(server.dataDir, student)
  for (const words of ['1 new rental', newTitle, '$700', '12 King St N']) {
    expect(mail.text).toContain(words)
  }
  expect(mail.text).not.toContain('Dear room')
  expect(mail.html).toMatch(/<img[^>]+src="[^"]+\/api\/uploads\/[^"]+"/)
  await openPage(buyer, findMailLink(mail, pagePaths.listing('rental', newId)))
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(newTitle)
  await openPage(buyer, findMailLink(mail, pagePaths.browse('rental', '')))
  await expect(card(buyer, newTitle)).toBeVisible()

  // The link at the end of the email stops only this search.
  await openPage(buyer, findMailLink(mail, '/unsubscribe?'))
  await expect(main(buyer)).toContainText(word)
  await buyer.getByRole('button', { name: 'Unsubscribe' }).click()
  await buyer.getByRole('link', { name: 'Turn it back on' }).click()
  await expect(buyer).toHaveURL(pagePaths.saved)
  await expect(part(buyer, 'Saved searches').getByRole('combobox')).toHaveValue('off')
  await expect(card(buyer, title)).toBeVisible()

  // The seller sees that somebody saved the listing, and lowers the price.
  await openPage(seller, pagePaths.dashboard)
  await expect(card(seller, title)).toContainText('Saved by 1')
  await expect(card(seller, newTitle)).not.toContainText('Saved by')
  await card(seller, title)
    .getByRole('link', { name: `Edit ${title}` })
    .click()
  await seller.getByLabel('Cost', { exact: true }).fill('760')
  await seller.getByRole('button', { name: 'Save changes' }).click()
  await expect(card(seller, title).first()).toContainText('$760')

  // Now the search for at most $800 finds this listing too.
  await openPage(buyer, search)
  await expect(card(buyer, title)).toContainText('was $850')
  await expect(card(buyer, newTitle)).not.toContainText('was')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(buyer)
  await buyer.getByRole('link', { name: title, exact: true }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(main(buyer)).toContainText(/was \$850 on \w{3} \d{1,2}/)
  await openSaved(buyer)
  await expect(card(buyer, title)).toContainText('was $850')

  // The place is rented, and the page of saved listings says so.
  await openPage(seller, pagePaths.dashboard)
  await seller.getByRole('button', { name: `Mark rented ${title}` }).click()
  await expect(seller.getByRole('button', { name: `Mark available ${title}` })).toBeVisible()
  await openPage(buyer, pagePaths.saved)
  const ended = part(buyer, 'Favourites').getByRole('listitem').filter({ hasText: title })
  await expect(ended).toContainText('Rented')
  await ended.getByRole('button', { name: `Remove ${title}` }).click()
  await expect(ended).toHaveCount(0)
  await expect(part(buyer, 'Favourites')).toContainText('No favourites yet.')
})
