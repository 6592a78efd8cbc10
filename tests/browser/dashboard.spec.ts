import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  comeBackToTab,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
} from './fixtures.ts'
import { measureOverflow, setTextSize } from './layout.ts'
import { createListing, listingInputs } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const paths = Object.keys(listingInputs) as (keyof typeof listingInputs)[]

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const fold = (page: Page) => page.locator('summary')
const more = (page: Page, title: string) =>
  page.getByRole('button', { name: `More actions: ${title}` })

test('a listing changes its status, which can be undone, tried again or refused', async ({
  page,
  context,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title: 'Bike' })
  await openPage(page, '/dashboard')
  const card = page.getByRole('article')
  const pending = page.getByRole('button', { name: 'Mark pending Bike' })
  const sold = page.getByRole('button', { name: 'Mark sold Bike' })
  const available = page.getByRole('button', { name: 'Mark available Bike' })
  const undo = page.getByRole('button', { name: 'Undo' })

  await test.step('pending, sold and back, renewed', async () => {
    await more(page, 'Bike').press('ArrowDown')
    await expect(pending).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Pending')
    await expect(toasts(page)).toHaveText('“Bike” is marked as pending.')
    await expect(more(page, 'Bike')).toBeFocused()
    await expect(more(page, 'Bike')).toBeEnabled()
    await sold.press('Enter')
    await expect(toasts(page)).toHaveText(/“Bike” is marked as sold/)
    await expect(available).toBeFocused()
    await expect(card).toContainText(/Sold\s*on/)
    await expect(page.getByRole('link', { name: '0 Miscellaneous 1 sold' })).toBeVisible()
    await undo.click()
    await expect(toasts(page)).toHaveText('“Bike” is marked as pending.')
    await expect(card).toContainText('Pending')
    await expect(page.getByRole('link', { name: '1 Miscellaneous' })).toBeVisible()
    await more(page, 'Bike').click()
    await page.getByRole('button', { name: 'Renew Bike' }).click()
    await expect(toasts(page)).toContainText(/“Bike” is renewed until [A-Z][a-z]{2} \d+/)
    await expect(card).toContainText(/renewed [A-Z][a-z]{2} \d+/)
    await more(page, 'Bike').click()
    await available.click()
    await expect(card).toContainText('Available')
  })

  const statusPath = '**/api/misc/*/status'
  await test.step('an undo that fails can be tried again', async () => {
    await sold.click()
    await expect(card).toContainText('Sold')
    await context.setOffline(true)
    await undo.click()
    await expect(toasts(page)).toContainText("“Bike” couldn't be changed back.")
    await context.setOffline(false)
    const answer = Promise.withResolvers<void>()
    await page.route(statusPath, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(toasts(page)).toHaveText('Changing “Bike” back…')
    answer.resolve()
    await expect(toasts(page)).toHaveText('“Bike” is available again.')
    await expect(card).toContainText('Available')
    await page.unroute(statusPath)
  })

  await test.step('a failed change says why beside its button, which sends once for two presses', async () => {
    await context.setOffline(true)
    await sold.click()
    await expect(card.getByRole('alert')).toContainText('Check your connection')
    await context.setOffline(false)
    let requests = 0
    const answer = Promise.withResolvers<void>()
    await page.route(statusPath, async (route) => {
      requests++
      await answer.promise
      await route.fulfill({ status: 503, json: { error: 'Quad is busy.' } })
    })
    await sold.dblclick()
    // The menu still opens, but its changes wait.
    await more(page, 'Bike').click()
    await expect(pending).toBeDisabled()
    await pending.click({ force: true })
    await expect(sold).toHaveAttribute('aria-busy', 'true')
    await expect(more(page, 'Bike')).not.toHaveAttribute('aria-busy')
    answer.resolve()
    await expect(card.getByRole('alert')).toHaveText('Quad is busy.')
    expect(requests).toBe(1)
    await page.unroute(statusPath)

    // This happens in another tab.
    await page.request.post(`/api/misc/${id}/status`, { data: { status: 'sold' } })
    await more(page, 'Bike').click()
    await pending.click()
    await expect(card.getByRole('alert')).toHaveText("It's sold, so it can't be marked as pending.")
    await expect(card).toContainText(/Sold\s*on/)
    await context.clearCookies()
    await available.click()
    await expect(
      page.getByRole('heading', { name: 'You are not currently logged in.' }),
    ).toBeVisible()
    dropConsoleErrors(consoleErrors, failedRequest)
  })
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
  await pressTwice('Mark sold Lamp', 'Mark available Lamp', () => page.keyboard.press('Enter'))
  // What is behind a menu gets no press.
  await page.evaluate(() => {
    const { dataset } = document.body
    document.addEventListener('click', () => {
      dataset.clicks = `${dataset.clicks ?? ''}x`
    })
  })
  await more(page, 'Desk').click()
  await page.getByRole('button', { name: 'Mark pending Desk' }).dblclick()
  await expect(page.getByRole('article').filter({ hasText: 'Desk' })).toContainText('Pending')
  await expect(page.locator('body')).toHaveAttribute('data-clicks', 'xx')
  expect(changes).toEqual(['sold', 'sold', 'pending'])
})

test('no toast covers the question what a listing went for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await logInAsNewStudent(page)
  for (const title of ['Lamp', 'Desk', 'Bike']) await createListing(page, 'misc', { title })
  await openPage(page, '/dashboard')
  for (const title of ['Bike', 'Desk']) {
    await page.getByRole('button', { name: `Mark sold ${title}` }).click()
    await expect(page.getByRole('button', { name: `Mark available ${title}` })).toBeEnabled()
  }
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(2)
  const question = page.getByLabel('What did it go for? Desk')
  await expect(async () => {
    const field = await question.boundingBox()
    const toast = await toasts(page).locator('.toast').first().boundingBox()
    expect(field && toast && toast.y - field.y - field.height).toBeGreaterThan(0)
  }).toPass()
})

test('a listing that ends soon begins with Renew, until it is renewed', async ({
  page,
  server,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title: 'Bike' })
  const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE listings SET ends_at = ? WHERE id = ?').run(Date.now() + 86_400_000, id)
  db.close()
  await openPage(page, '/dashboard')
  const buttons = page.getByRole('article').getByRole('button')
  await expect(buttons.first()).toHaveText('Renew Bike')
  await buttons.first().click()
  await expect(page.getByRole('article')).toContainText('Listed until')
  await expect(buttons.first()).toHaveText('Mark sold Bike')
  await more(page, 'Bike').click()
  await expect(page.getByRole('button', { name: 'Renew Bike' })).toBeVisible()
})

test('a listing that is no longer listed is in a fold, which its page opens', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals')
  await openPage(page, `/rentals/${id}`)
  await page.getByRole('button', { name: 'Mark rented Sunny room' }).click()
  await expect(page.getByText('This is your listing. See it on your dashboard')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Undo')
  await page.getByRole('link', { name: 'See it on your dashboard' }).click()
  await page.waitForURL('**/dashboard#*')
  const card = page.getByRole('region', { name: 'Rentals' }).getByRole('article')
  await expect(fold(page)).toHaveText('No longer listed · 1 rented')
  await expect(card).toBeInViewport()
  await expect(card).toBeFocused()
  await expect(card).toContainText(/Rented\s*on [A-Z][a-z]{2} \d+/)
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark available Sunny room' }).press('Enter')
  await expect(card).toContainText('Available')
  await expect(fold(page)).toHaveText('No longer listed')
  await openPage(page, '/dashboard')
  await expect(card).toContainText('Available')
  await expect(fold(page)).toBeHidden()

  // This happens in another tab.
  await page.request.post(`/api/rentals/${id}/status`, { data: { status: 'pending' } })
  await comeBackToTab(page)
  await expect(card).toContainText('Pending')

  await test.step('which may be one that the server does not render', async () => {
    const ids: number[] = []
    for (const title of ['Desk', 'Bike', 'Kettle', 'Guitar', 'Monitor', 'Tent', 'Skates']) {
      const sold = await createListing(page, 'misc', { title })
      ids.push(sold)
      await page.request.post(`/api/misc/${sold}/status`, { data: { status: 'sold' } })
    }
    // From the same page, only the anchor would change.
    await page.goto('about:blank')
    await openPage(page, `/dashboard#misc-${ids[0]}`)
    const cards = page.getByRole('region', { name: 'Miscellaneous' }).getByRole('article')
    await expect(cards).toHaveCount(7)
    await expect(cards.filter({ hasText: 'Desk' })).toBeInViewport()
  })
})

test('a listing is deleted after confirmation, and long titles, a fold and a toast fit', async ({
  page,
  consoleErrors,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logInAsNewStudent(page)
  for (const title of ['One', 'Two', 'W'.repeat(120)]) await createListing(page, 'misc', { title })
  await openPage(page, '/dashboard')
  const remove = page.getByRole('button', { name: 'Delete Two' })
  const dialog = page.getByRole('dialog', { name: 'Delete this listing? This cannot be undone.' })
  const heading = page.getByRole('heading', { name: 'Miscellaneous' })

  await test.step('canceled, then refused, then done; the scroll position is kept', async () => {
    await more(page, 'Two').click()
    await remove.click()
    await expect(dialog.getByText('Two', { exact: true })).toBeVisible()
    await expect(dialog.locator('img')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(more(page, 'Two')).toBeFocused()
    const before = await page.evaluate(() => scrollY)
    await page.route('**/api/misc/*', (route) => route.fulfill({ status: 500, json: {} }))
    await more(page, 'Two').press('ArrowUp')
    await expect(remove).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
    dropConsoleErrors(consoleErrors, failedRequest)
    await page.unroute('**/api/misc/*')
    await more(page, 'Two').click()
    await remove.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'Two' })).toBeHidden()
    await expect(toasts(page)).toContainText('Deleted “Two”.')
    await expect(page.getByRole('link', { name: '2 Miscellaneous' })).toBeVisible()
    await expect(heading).toBeFocused()
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(400)
  })

  await test.step('the toast of a change is accessible', async () => {
    await page.getByRole('button', { name: /^Mark sold W/ }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the fold is closed at first, and what it holds fits', async () => {
    await openPage(page, '/dashboard')
    await expect(fold(page)).toHaveText('No longer listed · 1 sold')
    await expect(page.getByText('WWW').first()).toBeHidden()
    await fold(page).click()
    await expect(page.getByText('WWW').first()).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const size of ['', '200%']) {
        await setTextSize(page, size)
        const overflow = await measureOverflow(page)
        expect.soft(overflow.width, `${width} ${size}`).toBeLessThanOrEqual(0)
      }
      await setTextSize(page, '')
    }
  })

  await test.step('on the smallest phones, no word breaks and the counts are in two columns', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    const textbooks = page.getByRole('heading', { name: 'Textbooks' })
    expect((await textbooks.boundingBox())?.height).toBeLessThan(32)
    const counts = page.getByRole('main').getByRole('link', { name: /^\d/ })
    const boxes = await Promise.all((await counts.all()).map((each) => each.boundingBox()))
    expect(boxes.map((box) => box?.width)).toEqual(boxes.map(() => boxes[0]?.width))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2)
  })

  await test.step('the card with a count scrolls to its section each time', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 1440, height: 400 })
    for (const _ of [1, 2, 3]) {
      // The page may still be scrolling down.
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, 0))
        await expect(heading).not.toBeInViewport({ timeout: 500 })
      }).toPass()
      await page.getByRole('link', { name: '1 Miscellaneous' }).click()
      await expect(heading).toBeInViewport()
    }
  })
})

test('a section that fails to load leaves the others intact, and can be retried', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  for (const path of paths) await createListing(page, path)
  const broken = /api\/users\/\d+\/textbooks/
  await page.route(broken, (route) => route.fulfill({ status: 503, json: {} }))
  await openPage(page, '/about')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('alert')).toContainText("We couldn't load your textbooks.")
  await expect(page.getByRole('heading', { name: 'Sunny room' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Desk lamp' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(broken)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Calculus' })).toBeVisible()
  dropConsoleErrors(consoleErrors, failedRequest)
})
