import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { comeBackToTab, expect, openPage, test, waitForHydration } from './fixtures.ts'
import { createListing } from './listings.ts'
import { observeShiftsOnceParsed } from './settle.ts'
import { logInAsNewStudent } from './students.ts'

async function markAs(page: Page, id: number, status: string) {
  const response = await page.request.post(`/api/rentals/${id}/status`, { data: { status } })
  expect(response.status()).toBe(200)
}

/** Ends a listing in the database, because no API call moves the end into the past. */
function endNow(dataDir: string, id: number) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE listings SET ends_at = ? WHERE id = ?').run(Date.now() - 1, id)
  db.close()
}

/** Holds requests for a URL until the returned function is called. */
async function holdRequests(page: Page, url: string) {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const main = (page: Page) => page.getByRole('main')
const robots = (page: Page) => page.locator('meta[name=robots]')
const similar = (page: Page) => page.getByRole('region', { name: 'Similar listings' })

test('a listing is pending, then rented, and its page says so and leads to similar ones', async ({
  page,
  context,
}) => {
  await logInAsNewStudent(page)
  await createListing(page, 'rentals', { title: 'Room of another student' })
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals', { title: 'Attic room' })
  for (const title of ['Lake room', 'Park room', 'Market room', 'Station room', 'Mill room']) {
    await createListing(page, 'rentals', { title })
  }

  await test.step('its owner sees the new status in an open tab and from a list', async () => {
    await openPage(page, `/rentals/${id}`)
    await markAs(page, id, 'pending')
    await comeBackToTab(page)
    await expect(main(page)).toContainText("This is your listing. It's pending.")
    await openPage(page, '/rentals')
    await markAs(page, id, 'sold')
    const card = main(page).locator(`a[href="/rentals/${id}"]`)
    await card.click()
    await expect(main(page)).toContainText('This is your listing. See it on your dashboard')
    // The list that still showed the listing is fetched again.
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rentals')
    await expect(card).toHaveCount(0)
  })

  await test.step('a visitor is led to similar ones, even before they are there', async () => {
    await context.clearCookies()
    const release = await holdRequests(page, '**/api/rentals/*/similar')
    await openPage(page, `/rentals/${id}`)
    await expect(main(page)).toContainText('This listing has been rented.')
    await expect(main(page).getByText('Rented', { exact: true })).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Contact Seller' })).toHaveCount(0)
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
    await main(page).getByRole('link', { name: 'See similar listings' }).click()
    await expect(page).toHaveURL(/#similar$/)
    release()
    await expect(page.getByRole('region', { name: /^More from/ })).toBeAttached()
    await expect(similar(page).getByRole('heading', { level: 2 })).toBeInViewport()
    await expectAccessible(page)
  })
})

test('a listing that has ended is gone, and shows similar ones before JavaScript loads', async ({
  page,
  context,
  server,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals', { title: 'Ended room' })
  await createListing(page, 'rentals', { title: 'Room that is left' })
  const heading = page.getByRole('heading', { level: 1 })

  await test.step('its owner can renew it', async () => {
    endNow(server.dataDir, id)
    await openPage(page, `/rentals/${id}`)
    await expect(main(page)).toContainText('This listing has ended. Only you can see it.')
    await page.getByRole('button', { name: 'Renew Ended room' }).click()
    await expect(main(page)).toContainText("This is your listing. It's available.")
  })

  await test.step('a visitor finds similar ones', async () => {
    endNow(server.dataDir, id)
    await context.clearCookies()
    const release = await holdRequests(page, '**/assets/more-listings-rows-*.js')
    const readLayoutShifts = await observeShiftsOnceParsed(page)
    const response = await page.goto(`/rentals/${id}`)
    expect(response?.status()).toBe(410)
    await waitForHydration(page)
    await expect(heading).toHaveText('This listing has ended.')
    await expect(robots(page)).toHaveAttribute('content', 'noindex')
    await expect(main(page).getByRole('link', { name: 'See all rentals' })).toBeVisible()
    const card = similar(page).getByRole('article').first()
    await expect(card).toBeVisible()
    await expectAccessible(page)
    release()
    await card.getByRole('link').first().press('Enter')
    await expect(heading).not.toHaveText('This listing has ended.')
    expect(await readLayoutShifts()).toEqual([])
  })

  await test.step('it is gone in a client-side navigation too', async () => {
    // This is a new listing, because the server briefly remembers what visitors have seen.
    await logInAsNewStudent(page)
    const other = await createListing(page, 'rentals', { title: 'Next room' })
    await context.clearCookies()
    await openPage(page, '/rentals')
    endNow(server.dataDir, other)
    await main(page).locator(`a[href="/rentals/${other}"]`).click()
    await expect(heading).toHaveText('This listing has ended.')
    await expect(page).toHaveURL(`/rentals/${other}`)
  })
})
