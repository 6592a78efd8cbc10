import { newerApis } from '../support/newer-apis.ts'
import { fillFields, loginValues, submitButton } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing, imageFile } from './listings.ts'
import { createStudent, logIn, logInAsNewStudent } from './students.ts'

/** Removes the built-ins that the oldest browsers lack. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript((names) => {
    for (const name of names) {
      const path = name.split('.')
      const property = path.pop() ?? ''
      const owner = path.reduce((value, key) => value?.[key], Object(window))
      if (owner && property in owner) Reflect.deleteProperty(owner, property)
    }
  }, newerApis)
})

test('a visitor browses, filters, returns to a listing after login, and writes to its seller', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title: 'Old lamp' })
  await page.context().clearCookies()
  const student = await createStudent(page.request)
  await openPage(page, '/misc')
  expect(await page.evaluate(() => 'parse' in URL)).toBe(false)
  await page.getByRole('main').getByRole('searchbox').fill('old lamp')
  await expect(page).toHaveURL('/misc?q=old+lamp')
  await page.locator(`a[href="/misc/${id}"]`).click()
  await expect(page).toHaveURL(`/misc/${id}`)
  await page.getByRole('link', { name: 'Log in to message' }).click()
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL(`/misc/${id}`)
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Email Seller' })).toBeVisible()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Is it still available?')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/messages\/\d+$/)
  await page.getByRole('textbox', { name: /^Message to/ }).fill('I could come today.')
  await page.keyboard.press('Enter')
  const sent = page.getByRole('region', { name: /^Messages with/ }).getByRole('listitem')
  await expect(sent.filter({ hasText: 'I could come' })).toContainText(/[ap]m/)
})

test('a student posts a listing with a photo', async ({ page }) => {
  await logIn(page, await createStudent(page.request))
  await openPage(page, '/misc/create')
  await page.getByLabel('Title').fill('Old chair')
  await page.getByLabel('Price', { exact: true }).fill('5')
  await page.getByLabel('Description').fill('Works.')
  await page.locator('input[type=file]').setInputFiles(await imageFile('photo.png'))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/(dashboard|misc\/\d+)/)
})
