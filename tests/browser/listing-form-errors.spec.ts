import type { Page } from '@playwright/test'
import { campusIsoDate } from '#contract/campus-date.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { createListing, imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const files = (page: Page) => page.locator('input[type=file]')
const waitForUploads = (page: Page) => expect(page.getByRole('progressbar')).toHaveCount(0)

async function fillItem(page: Page) {
  await files(page).setInputFiles(await imageFile('a.png'))
  await page.getByLabel('Title').fill('Desk lamp')
  await page.getByLabel('Price').fill('15.50')
  await page.getByLabel('Description').fill('Works.')
  await waitForUploads(page)
}

async function fillTextbook(page: Page) {
  await files(page).setInputFiles(await imageFile('a.png'))
  await page.getByLabel('Book title').fill('Calculus')
  await page.getByLabel('Author').fill('Stewart')
  await page.getByLabel('Year').selectOption('2')
  await page.getByLabel('Faculty').selectOption('Math')
  await page.getByLabel('Price', { exact: true }).fill('40')
  await page.getByLabel('Condition').selectOption('Used')
  await waitForUploads(page)
}

async function fillRental(page: Page) {
  await files(page).setInputFiles(await imageFile('a.png'))
  await page.getByLabel('Title').fill('Room')
  await page.getByLabel('House type').selectOption('House')
  await page.getByLabel('Address').fill('12 King St N')
  await page.getByLabel('Cost', { exact: true }).fill('850')
  await page.getByLabel('Date available').fill('2027-01-31')
  await page.getByLabel('Description').fill('Quiet.')
  await waitForUploads(page)
}

const failures = [
  [
    'rentals',
    fillRental,
    500,
    { error: 'x' },
    'Something went wrong on our end! Please try again.',
  ],
  ['rentals', fillRental, 'abort', {}, 'Failed to submit rental.'],
  ['textbooks', fillTextbook, 409, { error: 'Sold already.' }, 'Sold already.'],
  ['textbooks', fillTextbook, 418, {}, 'Failed to create textbook listing.'],
  ['textbooks', fillTextbook, 'abort', {}, 'Network error while creating textbook.'],
  ['misc', fillItem, 400, { error: 'Not like this.' }, 'Not like this.'],
  ['misc', fillItem, 429, { error: 'Wait a minute.' }, 'Wait a minute.'],
  ['misc', fillItem, 503, { error: 'Quad is busy.' }, 'Quad is busy.'],
] as const

test.describe('a failed save', () => {
  test.beforeEach(async ({ page }) => {
    await logInAsNewStudent(page)
  })

  for (const [path, fillForm, status, json, message] of failures) {
    test(`${path}, ${status}: shows "${message}" and keeps the input`, async ({
      page,
      consoleErrors,
    }) => {
      await openPage(page, `/${path}/create`)
      await fillForm(page)
      await page.route(`**/api/${path}`, (route) =>
        status === 'abort' ? route.abort() : route.fulfill({ status, json }),
      )
      const typed = await page.locator('form :is(input, select, textarea)').evaluateAll(values)
      await page.getByRole('button', { name: /^Post/ }).click()
      await expect(page.getByRole('alert')).toHaveText(message)
      await expect(page).toHaveURL(`/${path}/create`)
      expect(await page.locator('form :is(input, select, textarea)').evaluateAll(values)).toEqual(
        typed,
      )
      dropConsoleErrors(consoleErrors, failedRequest)
    })
  }

  test('of wrong fields the first of the page has the focus, also one that was shown later', async ({
    page,
  }) => {
    await openPage(page, '/rentals/create')
    await fillRental(page)
    await page.getByRole('radio', { name: 'Room', exact: true }).check()
    await page.getByLabel('Number of other rooms').fill('3')
    await page.getByLabel('People in the bedroom').fill('9')
    await page.getByLabel('Address').clear()
    await page.getByRole('button', { name: 'Post rental' }).click()
    await expect(page.getByLabel('People in the bedroom')).toBeFocused()
    await page.getByLabel('People in the bedroom').fill('2')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Address')).toBeFocused()
  })

  test('shows field errors of the server under their fields', async ({ page }) => {
    await openPage(page, '/misc/create')
    await fillItem(page)
    await page.getByLabel('Category').selectOption('Tickets')
    const date = page.getByLabel('Event date')
    await expect(date).toHaveAccessibleDescription('Your listing ends after that day')
    await expect(date).toHaveAttribute('min', campusIsoDate(Date.now()))
    await date.fill('2026-01-31')
    await expect(date).toHaveAccessibleDescription('This date has passed. Choose today or later.')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(date).toBeFocused()
    await expect(date).toHaveAccessibleDescription('This date has passed. Choose today or later.')
    await expect(page.getByRole('alert')).toHaveText('Please check: Event date.')
    await date.fill('2099-01-31')
    await expect(page.getByText('This date has passed.')).toBeHidden()
  })
})

const values = (fields: Element[]) =>
  fields.map((field) => {
    const { value, checked } = field as HTMLInputElement
    return [value, checked]
  })

test.describe('a draft', () => {
  test('is restored after a reload, with its photos, and can be discarded', async ({ page }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await fillItem(page)
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your draft from last time is back.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
    await expect(page.getByLabel('Price')).toHaveValue('15.50')
    await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()

    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByText('0 of 10')).toBeVisible()
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('Your draft from last time is back.')).toBeHidden()
  })

  test('has checkboxes and options of former versions, and ends when nothing is changed', async ({
    page,
  }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'rentals', { amenities: ['Gym', 'Sauna'] })
    await openPage(page, `/rentals/create?id=${id}`)
    const sauna = page.getByLabel('Sauna')
    await expect(sauna).toBeChecked()
    await sauna.uncheck()
    await page.getByLabel('Parking').check()
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your unsaved changes from last time are back.')).toBeVisible()
    await expect(sauna).not.toBeChecked()
    await expect(page.getByLabel('Gym')).toBeChecked()
    await expect(page.getByLabel('Parking')).toBeChecked()

    await page.getByLabel('Title').clear()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByText('Field required')).toBeHidden()
    await expect(sauna).toBeChecked()
    await expect(page.getByLabel('Parking')).not.toBeChecked()
    await page.getByLabel('Gym').uncheck()
    await page.getByLabel('Gym').check()
    await page.getByRole('link', { name: 'Quad', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('is deleted when the listing is posted', async ({ page }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await fillItem(page)
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Post another' }).click()
    await expect(page).toHaveURL('/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('')
  })

  test('belongs to one listing and one student', async ({ page }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    await openPage(page, `/misc/create?id=${id}`)
    await page.getByLabel('Title').fill('Floor lamp')
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your unsaved changes from last time are back.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Floor lamp')
    await openPage(page, '/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('')
    await page.getByLabel('Title').fill('Mine')
    await page.context().clearCookies()
    await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('')
  })

  test('is restored after login when the session has ended', async ({ page, consoleErrors }) => {
    const { email, password } = await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await fillItem(page)
    await page.request.get('/api/auth/logout')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page.getByRole('alert')).toContainText("You've been logged out.")
    await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
    await page.getByRole('link', { name: 'Log in to continue' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/misc/create')
    await expect(page.getByText('Your draft from last time is back.')).toBeVisible()
    await expect(page.getByLabel('Price')).toHaveValue('15.50')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Desk lamp' })).toBeVisible()
    dropConsoleErrors(consoleErrors, failedRequest)
  })
})

test.describe('leaving with unsaved changes', () => {
  test.beforeEach(async ({ page }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/dashboard')
    await page.getByRole('link', { name: 'Add item' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add item')
  })
  const breadcrumb = (page: Page) =>
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Dashboard' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Leave this form?' })

  test('does not ask when nothing is changed', async ({ page }) => {
    await breadcrumb(page).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('asks on a link, and stays or leaves', async ({ page }) => {
    await page.getByLabel('Title').fill('Lamp')
    await breadcrumb(page).click()
    await expect(dialog(page)).toContainText('Your draft stays on this device.')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL('/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('Lamp')
    await breadcrumb(page).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Add item' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Lamp')
  })

  test('asks on Back, and stays or leaves', async ({ page }) => {
    await page.getByLabel('Title').fill('Lamp')
    await page.evaluate(() => history.back())
    await expect(dialog(page)).toBeVisible()
    await expect(page).toHaveURL('/misc/create')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Lamp')
    await page.evaluate(() => history.back())
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Ada')
  })

  test('says of an edit that it is not saved yet', async ({ page }) => {
    const id = await createListing(page, 'misc')
    await openPage(page, `/misc/create?id=${id}`)
    await page.getByLabel('Title').fill('Lamp')
    await breadcrumb(page).click()
    await expect(dialog(page)).toContainText(
      "Your changes stay on this device. They aren't saved yet.",
    )
  })

  test('makes the browser ask before the page is closed', async ({ page }) => {
    await page.getByLabel('Title').fill('Lamp')
    const opened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const browserDialog = await opened
    expect(browserDialog.type()).toBe('beforeunload')
    await browserDialog.accept()
    await closing
  })
})
