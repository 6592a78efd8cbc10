import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { picture, post, takeBackFailedCalls } from './postings.ts'
import { open, signedIn } from './students.ts'

const files = (page: Page) => page.locator('input[type=file]')

async function listingAfterSaving(page: Page, path: string) {
  await expect(page).toHaveURL('/dashboard')
  const view = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: 'View' })
  const href = await view.getAttribute('href')
  expect(href).toContain(`/${path}/`)
  const answer = await page.request.get(`/api${href}`)
  return answer.json()
}

test('a rental is posted', async ({ page }) => {
  await signedIn(page)
  await open(page, '/rentals/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add rental')
  await files(page).setInputFiles([await picture('a.png'), await picture('b.png', 'teal')])
  await page.getByLabel('Title').fill('  Sunny room  ')
  await page.getByLabel('House type').selectOption('Bedroom')
  await page.getByLabel('Address').fill('12 King St N')
  await page.getByLabel('Cost', { exact: true }).fill('850.50')
  await expect(page.getByLabel('Number of bedrooms (optional)')).toBeVisible()
  await page.getByLabel('The place is shared').check()
  await page.getByLabel('Number of other rooms in the house').fill('3')
  await page.getByLabel('Date available').fill('2027-01-31')
  await page.getByLabel('Furnished').check()
  await page.getByLabel('Laundry').check()
  await page.getByLabel('Description').fill('Quiet street.')
  await page.getByRole('button', { name: 'Post rental' }).click()
  const listing = await listingAfterSaving(page, 'rentals')
  expect(listing).toMatchObject({
    title: 'Sunny room',
    cost: 850.5,
    num_beds: 3,
    is_shared: true,
    has_laundry: true,
    has_parking: false,
    date_available: '2027-01-31',
    amenities: ['Furnished'],
  })
  expect(listing.photos).toHaveLength(2)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your rental is posted.',
  )
  await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
})

test('a textbook is posted', async ({ page }) => {
  await signedIn(page)
  await open(page, '/textbooks/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add textbook')
  await files(page).setInputFiles(await picture('cover.png'))
  await page.getByLabel('Book title').fill('Calculus')
  await page.getByLabel('Author').fill('Stewart')
  await page.getByLabel('Year').selectOption('2')
  await page.getByLabel('Faculty').selectOption('Arts & Science')
  await page.getByLabel('Price').fill('40')
  await page.getByLabel('Condition').selectOption('Like New')
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/textbooks')) saves += 1
  })
  await page.getByRole('button', { name: 'Post textbook' }).dblclick()
  expect(await listingAfterSaving(page, 'textbooks')).toMatchObject({
    book_title: 'Calculus',
    edition: null,
    year: 2,
    faculty: 'Arts & Science',
    condition: 'Like New',
  })
  expect(saves).toBe(1)
})

test('an item is posted by keyboard alone', async ({ page }) => {
  await signedIn(page)
  await open(page, '/misc/create')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add item')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('link', { name: 'Dashboard' }).last().focus()
  await page.keyboard.press('Tab')
  await expect(files(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([await picture('a.png'), await picture('b.png', 'teal')])
  await expect(page.getByText('2 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Make photo 2 the cover' }).press('Enter')
  await page.getByRole('button', { name: 'Remove all' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Desk lamp')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Wanting')
  await page.keyboard.press('Tab')
  await page.keyboard.type('15')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Any colour.')
  await page.getByLabel('Price').press('Enter')
  expect(await listingAfterSaving(page, 'misc')).toMatchObject({
    title: 'Desk lamp',
    listing_type: 'Wanting',
    price: 15,
    category: null,
    description: 'Any colour.',
  })
})

test('every wrong field is named at once, then as it is typed', async ({ page }) => {
  await signedIn(page)
  await open(page, '/rentals/create')
  const error = (label: string) => page.getByLabel(label, { exact: true })
  await page.getByRole('button', { name: 'Post rental' }).click()
  await expect(page.getByText('Listing photos are required')).toBeVisible()
  await expect(page.getByText('Field required')).toHaveCount(6)
  await expect(files(page)).toBeFocused()
  await expect(files(page)).toHaveAccessibleDescription('Listing photos are required')

  await error('Cost').fill('cheap')
  await expect(error('Cost')).toHaveAccessibleDescription('Must be a number')
  await error('Cost').fill('850')
  await expect(error('Cost')).toHaveAccessibleDescription('Per month')
  await page.getByLabel('The place is shared').check()
  await expect(error('Number of other rooms in the house')).toHaveAccessibleDescription(
    'Field required',
  )
  await files(page).setInputFiles(await picture('a.png'))
  await expect(page.getByText('Listing photos are required')).toBeHidden()
  await page.getByRole('button', { name: 'Post rental' }).click()
  await expect(error('Title')).toBeFocused()
})

test('a field says what is wrong with it once it is left', async ({ page }) => {
  await signedIn(page)
  await open(page, '/textbooks/create')
  const price = page.getByLabel('Price')
  await price.fill('12.345')
  await expect(page.getByText('Use at most two decimals')).toBeHidden()
  await price.blur()
  await expect(price).toHaveAccessibleDescription('Use at most two decimals')
  await expect(price).toHaveValue('12.345')
  await expect(page.getByText('Field required')).toBeHidden()
})

test('a listing is edited: what it had is there, and what is cleared goes', async ({ page }) => {
  await signedIn(page)
  const id = await post(page, 'textbooks', { description: 'With notes.' })
  await open(page, `/textbooks/create?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit textbook')
  await expect(page.getByLabel('Book title')).toHaveValue('Calculus')
  await expect(page.getByLabel('Year')).toHaveValue('1')
  await expect(page.getByLabel('Condition')).toHaveValue('Used')
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await page.getByLabel('Edition').clear()
  await page.getByLabel('Price').fill('35')
  await files(page).setInputFiles(await picture('back.png', 'teal'))
  await page.getByRole('button', { name: 'Make photo 2 the cover' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const saved = await listingAfterSaving(page, 'textbooks')
  expect(saved).toMatchObject({ id, edition: null, price: 35, description: 'With notes.' })
  expect(saved.photos).toHaveLength(2)
  await expect(page.getByText('$35')).toBeVisible()
})

test('only an own listing can be edited', async ({ page }) => {
  await signedIn(page)
  const id = await post(page, 'rentals')
  await page.context().clearCookies()
  await signedIn(page)
  await open(page, `/rentals/create?id=${id}`)
  await expect(page.getByText('You can only edit your own listings.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  for (const [path, sentence] of [
    ['rentals', 'House not found.'],
    ['textbooks', 'Textbook not found'],
    ['misc', 'Item not found.'],
  ]) {
    const answer = await page.goto(`/${path}/create?id=999999`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText(String(sentence))).toBeVisible()
  }
})

test('a listing that cannot be loaded can be tried again', async ({ page, complaints }) => {
  await signedIn(page)
  const id = await post(page, 'misc')
  await open(page, '/dashboard')
  const path = `**/api/misc/${id}`
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Edit Desk lamp' }).click()
  await expect(page.getByText('Failed to load item.')).toBeVisible()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Desk lamp')
  takeBackFailedCalls(complaints)
})

test('visitors log in first and come back', async ({ page }) => {
  await page.goto('/misc/create?id=3')
  await expect(page).toHaveURL('/login?next=%2Fmisc%2Fcreate%3Fid%3D3')
})
