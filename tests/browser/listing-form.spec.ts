import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { termChoices } from '../../src/web/listings/form/term-choices.ts'
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
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const answer = (page: Page, question: string, name: string) =>
  page
    .getByRole('radiogroup', { name: question, exact: true })
    .getByRole('radio', { name, exact: true })

async function readSavedListing(page: Page, path: string) {
  await expect(page).toHaveURL('/dashboard')
  // A toast says what was changed, and a card what is new.
  const view = page
    .getByRole('region', { name: /^(Notifications|Share your new listing)$/ })
    .getByRole('link')
    .first()
  // Until the card has the title, its first link is another.
  await expect(view).toHaveAttribute('href', new RegExp(`/${path}/\\d+$`))
  const response = await page.request.get(`/api${await view.getAttribute('href')}`)
  return response.json()
}

test('a rental is created, after all errors were shown and corrected', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const rooms = page.getByLabel('Number of other rooms in the house')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add rental')

  await test.step('a field that another makes required is validated once it was left', async () => {
    const laundry = answer(page, 'Laundry', 'Not stated')
    await expect(laundry).toBeChecked()
    await expect(page.getByLabel('Number of bedrooms (optional)')).toBeVisible()
    await expect(radio(page, 'The place')).toBeChecked()
    await radio(page, 'Room').check()
    await expect(radio(page, 'One room')).toBeChecked()
    await laundry.focus()
    await expect(rooms).toHaveAccessibleDescription('Bedrooms, not counting this one')
    await rooms.focus()
    await laundry.focus()
    await expect(rooms).toHaveAccessibleDescription('Field required')
    await radio(page, 'Whole place').check()
    await expect(page.getByText('Field required')).toBeHidden()
    await radio(page, 'Room').check()
    await expect(rooms).toHaveAccessibleDescription('Field required')
    await radio(page, 'Whole place').check()
  })

  await test.step('all errors are shown on submit, then updated while typing', async () => {
    await page.getByRole('button', { name: 'Post rental' }).click()
    await expect(page.getByText('Listing photos are required')).toBeVisible()
    await expect(page.getByText('Field required')).toHaveCount(6)
    // On a transparent input, WebKit shows today's date in full ink, as if somebody had entered it.
    await expect(field('Date available')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(files(page)).toBeFocused()
    await expect(files(page)).toHaveAccessibleDescription('Listing photos are required')
    await field('Cost').fill('cheap')
    await expect(field('Cost')).toHaveAccessibleDescription('Must be a number')
    await field('Cost').fill('850.50')
    await expect(field('Cost')).toHaveAccessibleDescription(
      'Per month Others see it rounded: $851.',
    )
    await radio(page, 'Room').check()
    await expect(rooms).toHaveAccessibleDescription('Field required')
    await files(page).setInputFiles([await imageFile('a.png'), await imageFile('b.png', 'teal')])
    await expect(page.getByText('Listing photos are required')).toBeHidden()
    await page.getByRole('button', { name: 'Post rental' }).click()
    await expect(field('Title')).toBeFocused()
  })

  const [term] = termChoices(campusIsoDate(Date.now()))
  await test.step('the other fields are filled in', async () => {
    await page.getByLabel('Title').fill('  Sunny room  ')
    await page.getByLabel('House type').selectOption('Bedroom')
    await page.getByLabel('Address').fill('12 King St N')
    await rooms.fill('3')
    await expect(rooms).toHaveAccessibleDescription('3 other rooms · 4-bedroom home')
    const until = page.getByLabel('Until')
    await expect(until).toBeHidden()
    await radio(page, 'Sublet').check()
    await page.getByLabel('Landlord agrees').selectOption('Asked')
    const chip = page.getByRole('button', { name: term?.label ?? '', exact: true })
    await chip.click()
    await expect(page.getByLabel('Date available')).toHaveValue(term?.first ?? '')
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    // A value stays visible when the form no longer asks for it. The field stays while its value is cleared.
    await radio(page, 'Lease').check()
    await until.fill('')
    await expect(until).toBeFocused()
    await expect(chip).toHaveAttribute('aria-pressed', 'false')
    await radio(page, 'Sublet').check()
    await until.fill(term?.last ?? '')
    await page.getByLabel('Furnished').check()
    const kitchen = page.getByRole('radiogroup', { name: 'Kitchen', exact: true })
    const widths = () =>
      kitchen.locator('label').evaluateAll((pills) => pills.map((pill) => pill.clientWidth))
    const before = await widths()
    await answer(page, 'Kitchen', 'No').check()
    expect(await widths()).toEqual(before)
    await answer(page, 'Laundry', 'Not stated').press('ArrowRight')
    await expect(answer(page, 'Laundry', 'Yes')).toBeChecked()
    await page.getByLabel('Description').fill('Quiet street.')
  })

  await page.getByRole('button', { name: 'Post rental' }).click()
  const listing = await readSavedListing(page, 'rentals')
  expect(listing).toMatchObject({
    title: 'Sunny room',
    cost: 850.5,
    num_beds: 3,
    is_shared: true,
    is_cost_per_room: true,
    has_laundry: true,
    has_cooking: false,
    has_parking: null,
    no_smoking: null,
    is_sublet: true,
    landlord_consent: 'Asked',
    date_available: term?.first,
    available_to: term?.last,
    amenities: ['Furnished'],
  })
  expect(listing.photos).toHaveLength(2)
  await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
  await test.step('the dashboard offers to share it, until a reload', async () => {
    const share = page.getByRole('region', { name: 'Share your new listing' })
    await expect(share.getByRole('heading', { name: "It's up! Now share it." })).toBeFocused()
    await expect(share).toContainText(/Listed until [A-Z][a-z]{2} \d+/)
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
    const url = new URL(pagePaths.listing('rental', listing.id), page.url()).href
    await expect(share.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(share.getByRole('status')).toHaveText(/Link copied\.|Press Ctrl\+C/)
    await expectAccessible(page)
    await page.reload()
    await waitForHydration(page)
    await expect(share).toHaveCount(0)
  })
})

test('a textbook is created, with the details that Quad knows from its ISBN', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await createListing(page, 'textbooks', { isbn: '9781285741550' })
  await openPage(page, '/textbooks/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add textbook')
  const price = page.getByLabel('Price', { exact: true })
  await test.step('a field is validated on blur', async () => {
    await price.fill('12.345')
    await expect(page.getByText('Use at most two decimals')).toBeHidden()
    await price.blur()
    await expect(price).toHaveAccessibleDescription('Use at most two decimals')
    await expect(price).toHaveValue('12.345')
    await expect(page.getByText('Field required')).toBeHidden()
  })
  await files(page).setInputFiles(await imageFile('cover.png'))
  const isbn = page.getByLabel('ISBN')
  await isbn.fill('1285741551')
  await isbn.blur()
  await expect(isbn).toHaveAccessibleDescription('Check the last digit: this is not a valid ISBN.')
  await isbn.fill('978-0-13-110362-7')
  await expect(isbn).toHaveAccessibleDescription(
    'No one has listed this ISBN yet. Fill in the details yourself.',
  )
  await page.getByLabel('Author').fill('James Stewart')
  const lookUp = '**/api/textbooks/isbn/*'
  await page.route(lookUp, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await isbn.fill('1-285-74155-2')
  await failed
  await page.unroute(lookUp)
  await isbn.fill('')
  await isbn.fill('1-285-74155-2')
  await expect(isbn).toHaveAccessibleDescription(
    'We filled in the details. Check that they match your copy.',
  )
  await expect(page.getByLabel('Book title')).toHaveValue('Calculus')
  await expect(page.getByLabel('Author')).toHaveValue('James Stewart')
  await expect(page.getByLabel('Edition')).toHaveValue('8th')
  await expect(page.getByText(/^On Quad now: \d+ cop/)).toBeVisible()
  const codes = page.getByLabel('Course code')
  await expect(codes).toHaveValue('MATH 137')
  await codes.fill('math135, cs 246')
  await codes.blur()
  await expect(codes).toHaveValue('MATH 135, CS 246')
  await expect(page.getByLabel('Year')).toHaveValue('1')
  await page.getByLabel('Year').selectOption('2')
  await page.getByLabel('Faculty').selectOption('Arts & Science')
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

test('an item is created by keyboard, and another is wanted without a photo, and free', async ({
  page,
}) => {
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
  // Tab passes the month, the day, the year and the calendar button.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('Any colour.')
  await page.getByLabel('Price', { exact: true }).press('Enter')
  expect(await readSavedListing(page, 'misc')).toMatchObject({
    title: 'Desk lamp',
    listing_type: 'Wanting',
    price: 15,
    category: 'Events',
    description: 'Any colour.',
  })

  await test.step('another starts empty, and is wanted', async () => {
    await page.getByRole('link', { name: 'Post another' }).click()
    await expect(page).toHaveURL('/misc/create')
    // The draft of the first listing was deleted.
    await expect(page.getByLabel('Title')).toHaveValue('')
    await page.getByRole('button', { name: 'Post item' }).click()
    await expect(page.getByText('Listing photos are required')).toBeVisible()
    await radio(page, 'Wanting').check()
    await expect(page.getByText('Listing photos are required')).toBeHidden()
    await expect(page.getByRole('group', { name: 'Photos (optional)' })).toBeVisible()
    await expect(files(page)).toHaveAccessibleDescription(
      "You don't need a photo, but you can add up to 10.",
    )
    const price = page.getByLabel('Price', { exact: true })
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
})

test('a listing is edited after a failed load, and is in view on the dashboard once', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await createListing(page, 'rentals')
  const textbookId = await createListing(page, 'textbooks', { description: 'With notes.' })
  const id = await createListing(page, 'misc')

  await test.step('a cleared field is removed', async () => {
    await openPage(page, `/textbooks/create?id=${textbookId}`)
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
    expect(saved).toMatchObject({
      id: textbookId,
      edition: null,
      price: 35,
      description: 'With notes.',
    })
    expect(saved.photos).toHaveLength(2)
    await expect(page.getByText('$35')).toBeVisible()
  })

  await test.step('one that fails to load can be retried', async () => {
    await page.setViewportSize({ width: 390, height: 700 })
    const path = `**/api/misc/${id}`
    await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: 'Edit Desk lamp' }).click()
    await expect(page.getByText('Failed to load item.')).toBeVisible()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
    dropConsoleErrors(consoleErrors, failedRequest)
  })

  await test.step('the saved listing is in view, once', async () => {
    await page.getByLabel('Price', { exact: true }).fill('7')
    // Saving waits for a photo until the photo is removed.
    await page.route('**/api/upload', () => undefined)
    await files(page).setInputFiles(await imageFile('a.png'))
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Uploading photos…' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
    await expect(page).toHaveURL('/dashboard')
    const card = page.locator(`#misc-${id}`)
    await expect(card).toBeInViewport({ ratio: 1 })
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText('is saved.').last()
    const cardBox = await card.boundingBox()
    const toastBox = await toast.boundingBox()
    expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThan(toastBox?.y ?? 0)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.reload()
    await waitForHydration(page)
    await expect(card).not.toBeInViewport()
  })
})

test('only the owner can edit a listing', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals')
  await logInAsNewStudent(page)
  await openPage(page, `/rentals/create?id=${id}`)
  await expect(page.getByText('You can only edit your own listings.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})
