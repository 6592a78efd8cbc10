import type { Page } from '@playwright/test'
import { addCampusDays, campusIsoDate } from '#format/campus-date.ts'
import { expectAccessible } from './accessibility.ts'
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
  await page.getByLabel('Price', { exact: true }).fill('15.50')
  await page.getByLabel('Description').fill('Works.')
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

/** Returns the values of all fields in the form. */
const readForm = (page: Page) =>
  page.locator('form :is(input, select, textarea)').evaluateAll((fields) =>
    fields.map((field) => {
      const { value, checked } = field as HTMLInputElement
      return [value, checked]
    }),
  )

type Failure = [status: number | 'abort', json: object, message: string]

/** Expects that each failed save shows its message and keeps the input. */
async function expectFailuresKeepInput(page: Page, path: string, failures: Failure[]) {
  const typed = await readForm(page)
  for (const [status, json, message] of failures) {
    await page.route(`**/api/${path}`, (route) =>
      status === 'abort' ? route.abort() : route.fulfill({ status, json }),
    )
    await page.getByRole('button', { name: /^Post/ }).click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page).toHaveURL(`/${path}/create`)
    expect(await readForm(page), message).toEqual(typed)
    await page.unroute(`**/api/${path}`)
  }
}

test('a failed save of a rental keeps the input, and the first wrong field has the focus', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  await fillRental(page)
  await expectFailuresKeepInput(page, 'rentals', [
    [500, { error: 'x' }, 'Something went wrong on our end! Please try again.'],
    [
      'abort',
      {},
      "Failed to submit rental. You're offline. Check your connection and try again. We kept everything you typed.",
    ],
  ])
  dropConsoleErrors(consoleErrors, failedRequest)

  await test.step('the first wrong field of the page has the focus, even if it appeared later', async () => {
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
})

test('the first error is on the screen below the header, with a ring, after a press with the mouse', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  const post = page.getByRole('button', { name: 'Post rental' })
  const drop = page.locator('label', { has: files(page) })
  const message = page.getByText('Listing photos are required')
  const header = page.getByRole('banner')
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await post.click()
    await expect(files(page)).toBeFocused()
    await expect(drop).toHaveCSS('outline-style', 'solid')
    await expect(drop).toBeInViewport({ ratio: 1 })
    await expect(message).toBeInViewport({ ratio: 1 })
    const { height = 0 } = (await header.boundingBox()) ?? {}
    expect((await drop.boundingBox())?.y).toBeGreaterThan(height)
  }

  await fillRental(page)
  const houseType = page.getByLabel('House type')
  await houseType.selectOption('')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await post.click()
  await expect(houseType).toBeFocused()
  await expect(houseType).toBeInViewport({ ratio: 1 })
  await expect(houseType.locator('..')).toHaveCSS('outline-style', 'solid')
})

test('a closed group opens when the server refuses one of its fields', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/wanted/create')
  await page.getByLabel('Title').fill('Quiet student')
  await page.getByLabel('From', { exact: true }).fill(campusIsoDate(addCampusDays(Date.now(), 30)))
  await page.getByLabel('Up to', { exact: true }).fill('900')
  await page.getByLabel('Room or whole place').selectOption('Room')
  await page.getByLabel('About you', { exact: true }).fill('Tidy.')
  const group = page.locator('summary', { hasText: 'How you live' })
  const studies = page.getByLabel('Studies and year')
  await group.click()
  await studies.fill('Nursing')
  await group.click()
  await expect(studies).toBeHidden()
  await page.route('**/api/wanted', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'Check.', fields: { studies: 'Say it shorter.' } },
    }),
  )
  await page.getByRole('button', { name: 'Post housing request' }).click()
  await expect(studies).toBeFocused()
  await expect(studies).toHaveAccessibleDescription('Say it shorter.')
  dropConsoleErrors(consoleErrors, failedRequest)

  await test.step('and so does a group inside it', async () => {
    await studies.fill('')
    const words = page.getByLabel('Pets, in your words')
    const part = page.locator('summary', { hasText: 'In your words: Pets' })
    await part.click()
    await words.fill('One old cat')
    await part.click()
    await group.click()
    await expect(group).toContainText('Pets: One old cat')
    await page.route('**/api/wanted', (route) =>
      route.fulfill({
        status: 400,
        json: { error: 'Check.', fields: { pets_words: 'Say it shorter.' } },
      }),
    )
    await page.getByRole('button', { name: 'Post housing request' }).click()
    await expect(words).toBeFocused()
    await expect(words).toHaveAccessibleDescription('Say it shorter.')
    dropConsoleErrors(consoleErrors, failedRequest)
  })
})

test('a failed save of an item keeps the input, even when the session has ended', async ({
  page,
  consoleErrors,
}) => {
  const { email, password } = await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await fillItem(page)
  await expectFailuresKeepInput(page, 'misc', [
    [400, { error: 'Not like this.' }, 'Not like this.'],
    [429, { error: 'Wait a minute.' }, 'Wait a minute.'],
    [503, { error: 'Quad is busy.' }, 'Quad is busy.'],
  ])

  await test.step('field errors of the server are under their fields', async () => {
    await page.getByLabel('Category').selectOption('Tickets')
    const date = page.getByLabel('Event date')
    await expect(date).toHaveAccessibleDescription('Your listing ends after this date')
    await expect(date).toHaveAttribute('min', campusIsoDate(Date.now()))
    await date.fill('2026-01-31')
    await expect(date).toHaveAccessibleDescription('This date has passed. Choose today or later.')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(date).toBeFocused()
    await expect(date).toHaveAccessibleDescription('This date has passed. Choose today or later.')
    await expect(page.getByRole('alert')).toHaveText('Please check: Event date.')
    await date.fill(campusIsoDate(addCampusDays(Date.now(), 7)))
    await expect(page.getByText('This date has passed.')).toBeHidden()
  })

  await test.step('a draft is restored after login when the session has ended', async () => {
    await page.request.get('/api/auth/logout')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page.getByRole('alert')).toContainText("You've been logged out.")
    await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
    await page.getByRole('link', { name: 'Log in to continue' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/misc/create')
    await expect(page.getByText('Your draft from last time is back.')).toBeVisible()
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('15.50')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Desk lamp' })).toBeVisible()
  })
  dropConsoleErrors(consoleErrors, failedRequest)
})

test.describe('a draft', () => {
  test('is restored after a reload, can be discarded, and belongs to one listing and one student', async ({
    page,
  }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await fillItem(page)
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your draft from last time is back.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('15.50')
    await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()

    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByText('0 of 10')).toBeVisible()

    const id = await createListing(page, 'misc')
    await openPage(page, `/misc/create?id=${id}`)
    await page.getByLabel('Title').fill('Floor lamp')
    await openPage(page, '/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(page.getByText('Your draft from last time is back.')).toBeHidden()
    await page.getByLabel('Title').fill('Mine')
    await logInAsNewStudent(page)
    await openPage(page, '/misc/create')
    await expect(page.getByLabel('Title')).toHaveValue('')
  })

  test('keeps what was saved elsewhere, asks where both changed, and is one for each tab', async ({
    page,
    context,
  }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    const title = page.getByLabel('Title')
    const price = page.getByLabel('Price', { exact: true })
    const save = page.getByRole('button', { name: 'Save changes' })
    const question = page.getByRole('dialog', { name: 'Changed in two places' })
    const read = async () => (await page.request.get(`/api/misc/${id}`)).json()
    /** Changes the listing as another browser would. */
    const changeElsewhere = async (changes: object) => {
      const { title, listing_type, price, description, photos } = await read()
      const data = { title, listing_type, price, description, photos, ...changes }
      expect((await page.request.put(`/api/misc/${id}`, { data })).status()).toBe(200)
    }
    await openPage(page, `/misc/create?id=${id}`)

    await test.step('a restored draft has the newer price, and asks about the title', async () => {
      await title.fill('Floor lamp')
      await changeElsewhere({ price: 9 })
      await page.reload()
      await waitForHydration(page)
      await expect(title).toHaveValue('Floor lamp')
      await expect(price).toHaveValue('9')
      await expect(question).toBeHidden()
      await changeElsewhere({ title: 'Old lamp' })
      await page.reload()
      await expect(question).toContainText('Old lamp')
      await expectAccessible(page)
      // The question comes back until it is answered, with the text typed after it was closed.
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await title.fill('Floor lamp, brass')
      await page.reload()
      await expect(question).toContainText('Floor lamp, brass')
      await page.keyboard.press('Escape')
      await title.fill('Floor lamp')
      await save.click()
      await question.getByRole('button', { name: 'Close' }).click()
      expect(await read()).toMatchObject({ title: 'Old lamp' })
      await page.reload()
      await question.getByRole('button', { name: 'Keep what I typed' }).click()
      await expect(title).toHaveValue('Floor lamp')
    })

    await test.step('a save keeps what was changed elsewhere meanwhile', async () => {
      await changeElsewhere({ price: 12 })
      await save.click()
      await expect(page).toHaveURL('/dashboard')
      expect(await read()).toMatchObject({ title: 'Floor lamp', price: 12 })
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await page.getByRole('link', { name: 'View', exact: true }).click()
      await expect(page).toHaveURL(`/misc/${id}`)
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    })

    await test.step('it asks where both have changed the same, and loses nothing', async () => {
      await openPage(page, `/misc/create?id=${id}`)
      await title.fill('My lamp')
      await page.getByLabel('Description').fill('Brass.')
      await changeElsewhere({ title: 'Their lamp' })
      await save.click()
      await question.getByRole('button', { name: 'Use the other version' }).click()
      await expect(title).toHaveValue('Their lamp')
      await expect(page.getByLabel('Description')).toHaveValue('Brass.')
      await expect(page.getByText("Your other changes aren't saved yet.")).toBeVisible()
      await title.fill('My lamp')
      await changeElsewhere({ title: 'Their other lamp' })
      await save.click()
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await save.click()
      await question.getByRole('button', { name: 'Keep what I typed' }).click()
      await expect(page).toHaveURL('/dashboard')
      expect(await read()).toMatchObject({ title: 'My lamp', description: 'Brass.' })
    })

    await test.step('another tab has a draft of its own', async () => {
      const other = await context.newPage()
      await openPage(page, '/misc/create')
      await title.fill('Desk')
      await openPage(other, '/misc/create')
      await expect(other.getByLabel('Title')).toHaveValue('')
      await other.getByLabel('Title').fill('Chair')
      for (const [tab, typed] of [
        [page, 'Desk'],
        [other, 'Chair'],
      ] as const) {
        await tab.reload()
        await waitForHydration(tab)
        await expect(tab.getByLabel('Title')).toHaveValue(typed)
      }
      await other.close()
    })

    await test.step('photos that the server has deleted are left out, with a sentence', async () => {
      await files(page).setInputFiles([await imageFile('a.png'), await imageFile('b.png', 'blue')])
      await waitForUploads(page)
      let questions = 0
      await page.route('**/uploads/*', (route) => {
        const isFirst = route.request().method() === 'HEAD' && ++questions === 1
        return isFirst ? route.fulfill({ status: 404 }) : route.continue()
      })
      await page.reload()
      await expect(page.getByText('Please add 1 photo again')).toBeVisible()
      await expect(page.getByText('1 of 10')).toBeVisible()
    })
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
    const parking = page.getByRole('radiogroup', { name: 'Parking' })
    const has = (name: string) => parking.getByRole('radio', { name, exact: true })
    await has('No').check()
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByText('Your unsaved changes from last time are back.')).toBeVisible()
    await expect(sauna).not.toBeChecked()
    await expect(page.getByLabel('Gym')).toBeChecked()
    await expect(has('No')).toBeChecked()

    await page.getByLabel('Title').clear()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByText('Field required')).toBeHidden()
    await expect(sauna).toBeChecked()
    await expect(has('Not stated')).toBeChecked()
    await page.getByLabel('Gym').uncheck()
    await page.getByLabel('Gym').check()
    await page.getByRole('link', { name: 'Quad', exact: true }).click()
    await expect(page).toHaveURL('/')
  })
})

test('leaving with unsaved changes asks first', async ({ page }) => {
  const breadcrumb = page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Dashboard' })
  const dialog = page.getByRole('dialog', { name: 'Leave this form?' })
  const title = page.getByLabel('Title')
  const addItem = page.getByRole('link', { name: 'Add item' })
  const stay = page.getByRole('button', { name: 'Keep editing' })
  const leave = page.getByRole('button', { name: 'Leave', exact: true })
  await logInAsNewStudent(page)
  await createListing(page, 'misc')
  await openPage(page, '/dashboard')

  await test.step('it does not ask when nothing is changed', async () => {
    await addItem.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add item')
    await breadcrumb.click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('it asks on a link, and stays or leaves', async () => {
    await addItem.click()
    await title.fill('Lamp')
    await breadcrumb.click()
    await expect(dialog).toContainText('We keep a draft on this device. Nothing is posted yet.')
    await stay.click()
    await expect(page).toHaveURL('/misc/create')
    await expect(title).toHaveValue('Lamp')
    await breadcrumb.click()
    await leave.click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('it asks on Back, and stays or leaves', async () => {
    await addItem.click()
    await expect(title).toHaveValue('Lamp')
    await title.fill('Floor lamp')
    await page.evaluate(() => history.back())
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/misc/create')
    await stay.click()
    await expect(title).toHaveValue('Floor lamp')
    await page.evaluate(() => history.back())
    await leave.click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Ada')
  })

  await test.step('it says that an edit is not saved yet', async () => {
    await page.getByRole('link', { name: 'Edit Desk lamp' }).click()
    await title.fill('Lamp')
    await breadcrumb.click()
    await expect(dialog).toContainText(
      "We keep a draft on this device. The listing hasn't changed.",
    )
    await stay.click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the browser asks before the page is closed', async () => {
    const opened = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const browserDialog = await opened
    expect(browserDialog.type()).toBe('beforeunload')
    await browserDialog.accept()
    await closing
  })
})
