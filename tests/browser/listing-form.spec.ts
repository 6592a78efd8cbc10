import type { Page } from '@playwright/test'
import { campusIsoDate } from '#contract/campus-date.ts'
import { termChoices } from '../../src/web/listings/form/term-choices.ts'
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
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function readSavedListing(page: Page, path: string) {
  await expect(page).toHaveURL('/dashboard')
  const view = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: 'View' })
  const href = await view.getAttribute('href')
  expect(href).toContain(`/${path}/`)
  const response = await page.request.get(`/api${href}`)
  return response.json()
}

test('a rental is created', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add rental')
  await files(page).setInputFiles([await imageFile('a.png'), await imageFile('b.png', 'teal')])
  await page.getByLabel('Title').fill('  Sunny room  ')
  await page.getByLabel('House type').selectOption('Bedroom')
  await page.getByLabel('Address').fill('12 King St N')
  await page.getByLabel('Cost', { exact: true }).fill('850.50')
  await expect(page.getByLabel('Number of bedrooms (optional)')).toBeVisible()
  await expect(radio(page, 'The place')).toBeChecked()
  await radio(page, 'Room').check()
  await expect(radio(page, 'One room')).toBeChecked()
  const rooms = page.getByLabel('Number of other rooms in the house')
  await rooms.fill('3')
  await expect(rooms).toHaveAccessibleDescription('3 other rooms · 4-bedroom home')
  const until = page.getByLabel('Until')
  await expect(until).toBeHidden()
  await radio(page, 'Sublet').check()
  await page.getByLabel('Landlord agrees').selectOption('Asked')
  const [term] = termChoices(campusIsoDate(Date.now()))
  const chip = page.getByRole('button', { name: term?.label ?? '', exact: true })
  await chip.click()
  await expect(page.getByLabel('Date available')).toHaveValue(term?.first ?? '')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  // What is filled in stays in sight when it is no longer asked for, and is there while it is cleared.
  await radio(page, 'Lease').check()
  await until.fill('')
  await expect(until).toBeFocused()
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await radio(page, 'Sublet').check()
  await until.fill(term?.last ?? '')
  await page.getByLabel('Furnished').check()
  await page.getByLabel('Laundry').check()
  await page.getByLabel('Description').fill('Quiet street.')
  await page.getByRole('button', { name: 'Post rental' }).click()
  const listing = await readSavedListing(page, 'rentals')
  expect(listing).toMatchObject({
    title: 'Sunny room',
    cost: 850.5,
    num_beds: 3,
    is_shared: true,
    is_cost_per_room: true,
    has_laundry: true,
    has_parking: false,
    is_sublet: true,
    landlord_consent: 'Asked',
    date_available: term?.first,
    available_to: term?.last,
    amenities: ['Furnished'],
  })
  expect(listing.photos).toHaveLength(2)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    /Posted\. It's up until [A-Z][a-z]{2} \d+/,
  )
  await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
})

test('what was saved is in sight on the dashboard, once', async ({ page }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'rentals')
  await createListing(page, 'textbooks')
  const id = await createListing(page, 'misc')
  await page.setViewportSize({ width: 390, height: 700 })
  await openPage(page, `/misc/create?id=${id}`)
  await page.getByLabel('Price').fill('7')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/dashboard')
  const card = page.locator(`#misc-${id}`)
  await expect(card).toBeInViewport({ ratio: 1 })
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('is saved.')
  const cardBox = await card.boundingBox()
  const toastBox = await toast.boundingBox()
  expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThan(toastBox?.y ?? 0)

  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload()
  await waitForHydration(page)
  await expect(card).not.toBeInViewport()
})

test('a textbook is created, with what Quad knows by its ISBN', async ({ page, consoleErrors }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'textbooks', { isbn: '9781285741550' })
  await openPage(page, '/textbooks/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add textbook')
  await files(page).setInputFiles(await imageFile('cover.png'))
  const isbn = page.getByLabel('ISBN')
  await isbn.fill('1285741551')
  await isbn.blur()
  await expect(isbn).toHaveAccessibleDescription('Check the last digit: this is not a valid ISBN.')
  await page.getByLabel('Author').fill('James Stewart')
  const lookUp = '**/api/textbooks/isbn/*'
  await page.route(lookUp, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await isbn.fill('1-285-74155-2')
  await failed
  await page.unroute(lookUp)
  await isbn.fill('')
  await isbn.fill('1-285-74155-2')
  await expect(isbn).toHaveAccessibleDescription('Filled in from another listing.')
  await expect(page.getByLabel('Book title')).toHaveValue('Calculus')
  await expect(page.getByLabel('Author')).toHaveValue('James Stewart')
  await expect(page.getByLabel('Edition')).toHaveValue('8th')
  const codes = page.getByLabel('Course code')
  await expect(codes).toHaveValue('MATH 137')
  await codes.fill('math135, cs 246')
  await codes.blur()
  await expect(codes).toHaveValue('MATH 135, CS 246')
  await expect(page.getByLabel('Year')).toHaveValue('1')
  await page.getByLabel('Year').selectOption('2')
  await page.getByLabel('Faculty').selectOption('Arts & Science')
  const price = page.getByLabel('Price', { exact: true })
  await price.fill('$1,040')
  await price.blur()
  await expect(price).toHaveValue('1040')
  await page.getByLabel('Condition').selectOption('Like New')
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/textbooks')) saves += 1
  })
  await page.getByRole('button', { name: 'Post textbook' }).dblclick()
  expect(await readSavedListing(page, 'textbooks')).toMatchObject({
    listing_type: 'Selling',
    isbn: '9781285741550',
    book_title: 'Calculus',
    author: 'James Stewart',
    edition: '8th',
    course_codes: ['MATH 135', 'CS 246'],
    price: 1040,
    year: 2,
    faculty: 'Arts & Science',
    condition: 'Like New',
  })
  expect(saves).toBe(1)
  await openPage(page, '/textbooks/create?isbn=978-1-285-74155-0')
  await expect(isbn).toHaveValue('978-1-285-74155-0')
  await expect(page.getByLabel('Book title')).toHaveValue('Calculus')
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('an item is created by keyboard', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add item')
  await expect(files(page)).toBeAttached()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('link', { name: 'Dashboard' }).last().focus()
  await page.keyboard.press('Tab')
  await expect(files(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([await imageFile('a.png'), await imageFile('b.png', 'teal')])
  await expect(page.getByText('2 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Make photo 2 the cover' }).press('Enter')
  await page.getByRole('button', { name: 'Remove all' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Desk lamp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(radio(page, 'Wanting')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('15')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Free')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Events')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Event date')).toBeFocused()
  // Month, day, year and the button for the calendar.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('Any colour.')
  await page.getByLabel('Price').press('Enter')
  expect(await readSavedListing(page, 'misc')).toMatchObject({
    title: 'Desk lamp',
    listing_type: 'Wanting',
    price: 15,
    category: 'Events',
    description: 'Any colour.',
  })
})

test('an item is wanted without a photo, and free', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await page.getByRole('button', { name: 'Post item' }).click()
  await expect(page.getByText('Listing photos are required')).toBeVisible()
  await radio(page, 'Wanting').check()
  await expect(page.getByText('Listing photos are required')).toBeHidden()
  await expect(page.getByRole('group', { name: 'Photos (optional)' })).toBeVisible()
  await expect(files(page)).toHaveAccessibleDescription(
    "You don't need a photo, but you can add up to 10.",
  )
  const price = page.getByLabel('Price')
  await price.fill('12')
  await page.getByLabel('Free').check()
  await expect(price).toBeDisabled()
  await expect(price).toHaveValue('0')
  await page.getByLabel('Free').uncheck()
  await expect(price).toHaveValue('12')
  await page.getByLabel('Free').check()
  await page.getByLabel('Title').fill('Desk lamp')
  await page.getByLabel('Description').fill('Any.')
  await page.getByRole('button', { name: 'Post item' }).click()
  expect(await readSavedListing(page, 'misc')).toMatchObject({
    listing_type: 'Wanting',
    price: 0,
    is_free: true,
    photos: [],
  })
})

test('all errors are shown on submit, then updated while typing', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await page.getByRole('button', { name: 'Post rental' }).click()
  await expect(page.getByText('Listing photos are required')).toBeVisible()
  await expect(page.getByText('Field required')).toHaveCount(6)
  // On a transparent input WebKit shows today in full ink, as if it had been entered.
  await expect(field('Date available')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(files(page)).toBeFocused()
  await expect(files(page)).toHaveAccessibleDescription('Listing photos are required')

  await field('Cost').fill('cheap')
  await expect(field('Cost')).toHaveAccessibleDescription('Must be a number')
  await field('Cost').fill('850')
  await expect(field('Cost')).toHaveAccessibleDescription('Per month')
  await radio(page, 'Room').check()
  await expect(field('Number of other rooms in the house')).toHaveAccessibleDescription(
    'Field required',
  )
  await files(page).setInputFiles(await imageFile('a.png'))
  await expect(page.getByText('Listing photos are required')).toBeHidden()
  await page.getByRole('button', { name: 'Post rental' }).click()
  await expect(field('Title')).toBeFocused()
})

test('a field is validated on blur', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/textbooks/create')
  const price = page.getByLabel('Price', { exact: true })
  await price.fill('12.345')
  await expect(page.getByText('Use at most two decimals')).toBeHidden()
  await price.blur()
  await expect(price).toHaveAccessibleDescription('Use at most two decimals')
  await expect(price).toHaveValue('12.345')
  await expect(page.getByText('Field required')).toBeHidden()
})

test('a field that another makes required is validated with it, once it was left', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  const shared = radio(page, 'Room')
  const laundry = page.getByLabel('Laundry')
  const rooms = page.getByLabel('Number of other rooms in the house')
  await shared.check()
  await laundry.focus()
  await expect(rooms).toHaveAccessibleDescription('Bedrooms, without this one')
  await rooms.focus()
  await laundry.focus()
  await expect(rooms).toHaveAccessibleDescription('Field required')
  await radio(page, 'Whole place').check()
  await expect(page.getByText('Field required')).toBeHidden()
  await shared.check()
  await expect(rooms).toHaveAccessibleDescription('Field required')
})

test('a listing is edited, and a cleared field is removed', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'textbooks', { description: 'With notes.' })
  await openPage(page, `/textbooks/create?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit textbook')
  await expect(page.getByLabel('Book title')).toHaveValue('Calculus')
  await expect(page.getByLabel('Year')).toHaveValue('1')
  await expect(page.getByLabel('Condition')).toHaveValue('Used')
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await page.getByLabel('Edition').clear()
  await page.getByLabel('Price', { exact: true }).fill('35')
  await files(page).setInputFiles(await imageFile('back.png', 'teal'))
  await page.getByRole('button', { name: 'Make photo 2 the cover' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const saved = await readSavedListing(page, 'textbooks')
  expect(saved).toMatchObject({ id, edition: null, price: 35, description: 'With notes.' })
  expect(saved.photos).toHaveLength(2)
  await expect(page.getByText('$35')).toBeVisible()
})

test('only the owner can edit a listing', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals')
  await page.context().clearCookies()
  await logInAsNewStudent(page)
  await openPage(page, `/rentals/create?id=${id}`)
  await expect(page.getByText('You can only edit your own listings.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  for (const [path, message] of [
    ['rentals', 'House not found.'],
    ['textbooks', 'Textbook not found'],
    ['misc', 'Item not found.'],
  ]) {
    const response = await page.goto(`/${path}/create?id=999999`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText(String(message))).toBeVisible()
  }
})

test('a listing that fails to load can be retried', async ({ page, consoleErrors }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await openPage(page, '/dashboard')
  const path = `**/api/misc/${id}`
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Edit Desk lamp' }).click()
  await expect(page.getByText('Failed to load item.')).toBeVisible()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('visitors are redirected to login', async ({ page }) => {
  await page.goto('/misc/create?id=3')
  await expect(page).toHaveURL('/login?next=%2Fmisc%2Fcreate%3Fid%3D3')
})
