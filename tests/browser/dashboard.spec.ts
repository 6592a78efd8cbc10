import type { Page } from '@playwright/test'
import { firefox } from '../support/user-agents.ts'
import { expectAccessible } from './accessibility.ts'
import {
  bothWidths,
  comeBackToTab,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { measureOverflow, setTextSize } from './layout.ts'
import { createListing, listingInputs } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const paths = Object.keys(listingInputs) as (keyof typeof listingInputs)[]

test('a visitor gets a link to login', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(
    page.getByRole('heading', { name: 'You are not currently logged in.' }),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('an empty dashboard has next steps, and links to add listings', async ({ page }) => {
  await logInAsNewStudent(page)
  await page.goto('/dashboard')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Ada')
  for (const text of [
    'No rental listings.',
    'No textbook listings.',
    'No miscellaneous listings.',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  for (const [name, path] of [
    ['Add rental', '/rentals/create'],
    ['Add textbook', '/textbooks/create'],
    ['Add item', '/misc/create'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  await expect(page.getByRole('link', { name: '0 Miscellaneous' })).toBeVisible()
  const welcome = page.getByRole('region', { name: 'Welcome to Quad' })
  await expect(welcome.getByRole('listitem')).toHaveCount(3)
  await expect(welcome.getByRole('link', { name: 'Post a listing' })).toHaveAttribute(
    'href',
    '/sell',
  )
  await expect(page.getByRole('link', { name: 'your account page' })).toHaveAttribute(
    'href',
    '/account',
  )
})

test('listings are counted and shown with their actions', async ({ page }) => {
  await logInAsNewStudent(page)
  for (const path of paths) await createListing(page, path)
  const id = await createListing(page, 'misc', { title: 'Bike', price: 1200 })
  await page.goto('/dashboard')
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: '1 Rentals' })).toBeVisible()
  await expect(page.getByRole('link', { name: '2 Miscellaneous' })).toBeVisible()
  const section = page.getByRole('region', { name: 'Miscellaneous' })
  const first = section.getByRole('listitem').first()
  await expect(first.getByRole('link', { name: 'Bike', exact: true })).toHaveAttribute(
    'href',
    `/misc/${id}`,
  )
  await expect(first).toContainText('$1,200')
  await expect(first).toContainText(/Available\s*Ends [A-Z][a-z]{2} \d+/)
  await expect(first).toContainText(/Posted [A-Z][a-z]{2} \d+/)
  await expect(first.getByRole('link', { name: 'Edit Bike' })).toHaveAttribute(
    'href',
    `/misc/create?id=${id}`,
  )
  await expect(first.getByRole('button', { name: 'Share Bike' })).toBeVisible()
})

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const fold = (page: Page) => page.locator('summary')

test('a listing is marked pending and sold, which can be undone, and renewed', async ({ page }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'misc', { title: 'Bike' })
  await openPage(page, '/dashboard')
  const card = page.getByRole('article')
  await page.getByRole('button', { name: 'Mark pending Bike' }).press('Enter')
  await expect(card).toContainText('Pending')
  await expect(toasts(page)).toHaveText('“Bike” is marked as pending.')
  const available = page.getByRole('button', { name: 'Mark available Bike' })
  await expect(available).toBeFocused()
  await expect(available).toBeEnabled()

  await page.getByRole('button', { name: 'Mark sold Bike' }).press('Enter')
  await expect(toasts(page)).toHaveText(/“Bike” is marked as sold/)
  await expect(available).toBeFocused()
  await expect(card).toContainText(/Sold\s*on/)
  await expect(page.getByRole('link', { name: '0 Miscellaneous 1 sold' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toHaveText('“Bike” is marked as pending.')
  await expect(card).toContainText('Pending')
  await expect(page.getByRole('link', { name: '1 Miscellaneous' })).toBeVisible()

  await page.getByRole('button', { name: 'Renew Bike' }).click()
  await expect(toasts(page)).toContainText(/“Bike” is renewed until [A-Z][a-z]{2} \d+/)
  await expect(card).toContainText(/renewed [A-Z][a-z]{2} \d+/)
})

test('what is no longer listed is folded, and can be taken back', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals')
  await page.request.post(`/api/rentals/${id}/status`, { data: { status: 'sold' } })
  await openPage(page, '/dashboard')
  await expect(fold(page)).toHaveText('No longer listed · 1 rented')
  const card = page.getByRole('region', { name: 'Rentals' }).getByRole('article')
  await expect(card).toBeHidden()
  // The link on its page opens the fold.
  await openPage(page, `/rentals/${id}`)
  await page.getByRole('link', { name: 'Change it on your dashboard' }).click()
  await page.waitForURL('**/dashboard#*')
  await expect(card).toBeInViewport()
  await expect(card).toContainText(/Rented\s*on [A-Z][a-z]{2} \d+/)
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark available Sunny room' }).press('Enter')
  await expect(card).toContainText('Available')
  await expect(fold(page)).toHaveText('No longer listed')
  await openPage(page, '/dashboard')
  await expect(card).toContainText('Available')
  await expect(fold(page)).toBeHidden()

  // In another tab.
  await page.request.post(`/api/rentals/${id}/status`, { data: { status: 'pending' } })
  await comeBackToTab(page)
  await expect(card).toContainText('Pending')
})

test('a double press changes one listing once', async ({ page }) => {
  await logInAsNewStudent(page)
  for (const title of ['Lamp', 'Desk', 'Bike']) await createListing(page, 'misc', { title })
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/status')) {
      changes.push(request.postDataJSON().status)
    }
  })
  await page.clock.install()
  await openPage(page, '/dashboard')
  // The second press comes as soon as the first has changed the page.
  await page.clock.pauseAt(Date.now() + 60_000)
  const pressTwice = async (name: string, next: string, press: () => Promise<void>) => {
    await page.getByRole('button', { name }).hover()
    await page.getByRole('button', { name }).focus()
    await press()
    await expect(page.getByRole('button', { name: next })).toBeVisible()
    await press()
    await page.clock.runFor(1000)
    await expect(page.getByRole('button', { name: next })).toBeEnabled()
  }
  const click = async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
  await pressTwice('Mark sold Bike', 'Mark available Bike', click)
  await pressTwice('Mark pending Desk', 'Mark available Desk', click)
  await pressTwice('Mark sold Lamp', 'Mark available Lamp', () => page.keyboard.press('Enter'))
  expect(changes).toEqual(['sold', 'pending', 'sold'])
})

test('what cannot be undone can be tried again', async ({ page, context, consoleErrors }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'misc', { title: 'Bike' })
  await openPage(page, '/dashboard')
  await page.getByRole('button', { name: 'Mark sold Bike' }).click()
  await expect(page.getByRole('article')).toContainText('Sold')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText("“Bike” couldn't be changed back.")
  await context.setOffline(false)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/misc/*/status', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(toasts(page)).toHaveText('Changing “Bike” back…')
  answer.resolve()
  await expect(toasts(page)).toHaveText('“Bike” is available again.')
  await expect(page.getByRole('article')).toContainText('Available')
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('a failed change says why beside its button, which sends once for two presses', async ({
  page,
  context,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title: 'Bike' })
  await openPage(page, '/dashboard')
  const card = page.getByRole('article')
  const sold = page.getByRole('button', { name: 'Mark sold Bike' })
  await context.setOffline(true)
  await sold.click()
  await expect(card.getByRole('alert')).toContainText('Check your connection')
  await context.setOffline(false)

  let requests = 0
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/misc/*/status', async (route) => {
    requests++
    await answer.promise
    await route.fulfill({ status: 503, json: { error: 'Quad is busy.' } })
  })
  await sold.dblclick()
  // Disabled, but not for a press that is already on its way.
  await page.getByRole('button', { name: 'Mark pending Bike' }).click({ force: true })
  await expect(sold).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Mark pending Bike' })).not.toHaveAttribute(
    'aria-busy',
  )
  answer.resolve()
  await expect(card.getByRole('alert')).toHaveText('Quad is busy.')
  expect(requests).toBe(1)
  await page.unroute('**/api/misc/*/status')

  // In another tab.
  await page.request.post(`/api/misc/${id}/status`, { data: { status: 'sold' } })
  await page.getByRole('button', { name: 'Mark pending Bike' }).click()
  await expect(card.getByRole('alert')).toHaveText("It's sold, so it can't be marked as pending.")
  await expect(card).toContainText(/Sold\s*on/)

  await context.clearCookies()
  await page.getByRole('button', { name: 'Mark available Bike' }).click()
  await expect(
    page.getByRole('heading', { name: 'You are not currently logged in.' }),
  ).toBeVisible()
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('the card with a count scrolls to its section each time', async ({ page }) => {
  await logInAsNewStudent(page)
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/dashboard')
  await waitForHydration(page)
  const heading = page.getByRole('heading', { name: 'Miscellaneous' })
  for (const _ of [1, 2, 3, 4]) {
    // The way down may not be over yet.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, 0))
      await expect(heading).not.toBeInViewport({ timeout: 500 })
    }).toPass()
    await page.getByRole('link', { name: '0 Miscellaneous' }).click()
    await expect(heading).toBeInViewport()
  }
})

test('views by others are counted', async ({ page, browser, baseURL }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await page.goto('/dashboard')
  await expect(page.getByText('No views yet')).toBeVisible()
  const other = await browser.newPage({ baseURL: baseURL ?? '', userAgent: firefox })
  const logged = other.waitForResponse('**/api/logs')
  await other.goto(`/misc/${id}`)
  await logged
  await other.close()
  // Visits are written together, a moment later.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 view in 30 days')).toBeVisible({ timeout: 100 })
  }).toPass()
})

test('a listing is deleted after confirmation, and the scroll position is kept', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  for (const title of ['One', 'Two', 'Three']) await createListing(page, 'misc', { title })
  await page.goto('/dashboard')
  await waitForHydration(page)
  const remove = page.getByRole('button', { name: 'Delete Two' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Delete this listing? This cannot be undone.' })
  await expect(dialog.getByText('Two', { exact: true })).toBeVisible()
  await expect(dialog.locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  const before = await page.evaluate(() => scrollY)
  await remove.press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Two' })).toBeHidden()
  await expect(toasts(page)).toContainText('Deleted “Two”.')
  await expect(page.getByRole('link', { name: '2 Miscellaneous' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Miscellaneous' })).toBeFocused()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(400)
})

test('a failed delete shows an error and changes nothing', async ({ page, consoleErrors }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'rentals')
  await page.goto('/dashboard')
  await waitForHydration(page)
  await page.route('**/api/rentals/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Delete Sunny room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
  dropConsoleErrors(consoleErrors, failedRequest)
})

test(
  'a section that fails to load leaves the others intact, and can be retried',
  bothWidths,
  async ({ page, consoleErrors }) => {
    await logInAsNewStudent(page)
    for (const path of paths) await createListing(page, path)
    await page.goto('/')
    await waitForHydration(page)
    const broken = /api\/users\/\d+\/textbooks/
    await page.route(broken, (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/about')
    await waitForHydration(page)
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('alert')).toContainText("We couldn't load your textbooks.")
    await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Desk lamp' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(broken)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Calculus' })).toBeVisible()
    dropConsoleErrors(consoleErrors, failedRequest)
  },
)

test.describe('dashboard', bothWidths, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.slow()

  test('is accessible empty, with listings, and with a dialog open', async ({ page }) => {
    await page.goto('/dashboard')
    await expectAccessible(page)
    await logInAsNewStudent(page)
    await page.goto('/dashboard')
    await waitForHydration(page)
    await expectAccessible(page)
    for (const path of paths) await createListing(page, path)
    await createListing(page, 'misc', { title: 'W'.repeat(120) })
    const id = await createListing(page, 'misc')
    await page.request.post(`/api/misc/${id}/status`, { data: { status: 'pending' } })
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Mark sold W/ }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await waitForHydration(page)
    await fold(page).click()
    await expect(page.getByText('WWW').first()).toBeVisible()
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await setTextSize(page, '200%')
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await setTextSize(page, '')
    await page.getByRole('button', { name: 'Delete Calculus' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything is shown, and what the actions need is said', async ({ page }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'misc', { title: 'Bike' })
    await page.request.post(`/api/misc/${id}/status`, { data: { status: 'sold' } })
    await page.goto('/dashboard')
    await fold(page).click()
    await expect(page.getByRole('article')).toContainText('Sold')
    // Playwright finds no text in a noscript.
    const note = page.locator('main noscript > div')
    await expect(note).toBeVisible()
    await expect(note).toContainText('Turn on JavaScript')
  })
})
