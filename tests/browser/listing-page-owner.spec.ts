import { expectAccessible } from './accessibility.ts'
import { dropConsoleErrors, expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

test('the owner can edit a listing, or delete it after confirmation', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'textbooks', { book_title: 'Soon gone' })
  await openPage(page, `/textbooks/${id}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/textbooks/create?id=${id}`,
  )
  await page.getByRole('button', { name: /^Delete/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this listing? This cannot be undone.' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.route('**/api/textbooks/*', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete. Please try again.')
  await expectAccessible(page)
  await page.unroute('**/api/textbooks/*')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Deleted “Soon gone”.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await page.request.get(`/api/textbooks/${id}`)).status()).toBe(404)
  dropConsoleErrors(consoleErrors, /500/)
})
