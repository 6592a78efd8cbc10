import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { maxSavedSearches } from '#contract/saved-rules.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, mockApi, respondWithError } from './account-forms.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { createStudent, logIn, logInAsNewStudent, openSessionLinks } from './students.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save this search' })
const savedMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved' })
/** Finds nothing, whatever the other tests post. */
const nothing = `${pagePaths.browse('rental')}?q=zzigloo`

async function saveSearch(page: Page, query: string, frequency = 'daily') {
  const data = { category: 'misc', query, frequency }
  const response = await page.request.post(apiPaths.savedSearches, { data })
  expect(response.status()).toBe(201)
  return (await response.json()) as { id: number; label: string }
}

test(
  'a search is saved where nothing was found, changed beside it, and is on the page of what is saved',
  bothWidths,
  async ({ page, isMobile }) => {
    await logInAsNewStudent(page)
    await openPage(page, nothing)
    await expect(saveButton(page)).toHaveCount(1)
    await saveButton(page).press('Enter')
    await expect(toasts(page)).toHaveText(/Search saved\. We'll email you at 8 am/)
    await expect(savedMenu(page)).toBeFocused()
    await savedMenu(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Daily at 8 am' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: "As soon as it's posted" }).click()
    await expect(toasts(page)).toHaveText(
      /Rentals: “zzigloo”. We'll email you soon after something new is posted\./,
    )

    await page.reload()
    await waitForHydration(page)
    await expect(savedMenu(page)).toBeVisible()
    const links = await openSessionLinks(page, isMobile)
    await links.getByRole('link', { name: 'Saved', exact: true }).click()
    await expect(page).toHaveURL(pagePaths.saved)
    await expect(page).toHaveTitle('Saved · Quad')
    const searches = part(page, 'Saved searches')
    await expect(searches.getByRole('link', { name: 'Rentals: “zzigloo”' })).toHaveAttribute(
      'href',
      nothing,
    )
    await expect(searches.getByRole('combobox')).toHaveValue('soon')
    await expect(searches.getByRole('combobox')).toHaveAccessibleDescription(/15 minutes/)
    await expect(part(page, 'Favourites')).toContainText('No favourites yet.')
    await expect(page.getByRole('link', { name: '1 search' })).toHaveCount(0)
    await expectAccessible(page)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  },
)

test('how often is chosen before it was said that the search is saved', async ({ page }) => {
  await logInAsNewStudent(page)
  const released = Promise.withResolvers<void>()
  await mockApi(page, apiPaths.account, async (route) => {
    await released.promise
    await route.continue()
  })
  await openPage(page, nothing)
  await saveButton(page).click()
  await savedMenu(page).click()
  await page.getByRole('button', { name: "As soon as it's posted" }).click()
  const soon = /We'll email you soon after something new is posted\./
  await expect(toasts(page)).toHaveText(soon)
  const account = page.waitForResponse((response) => response.url().endsWith(apiPaths.account))
  released.resolve()
  await (await account).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(toasts(page)).toHaveText(soon)
})

test('a search is saved before it is known what else is', async ({ page }) => {
  await logInAsNewStudent(page)
  const released = Promise.withResolvers<void>()
  const calls = await mockApi(page, apiPaths.savedSearches, async (route) => {
    if (route.request().method() === 'GET') await released.promise
    await route.continue()
  })
  await openPage(page, nothing)
  await expect.poll(() => calls.count).toBe(1)
  await saveButton(page).click()
  await expect(toasts(page)).toHaveText(/Search saved\. We'll email you at 8 am/)
  released.resolve()
  await expect(savedMenu(page)).toBeVisible()
})

test('a search that a filter does not narrow is the same search', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, `${pagePaths.browse('misc')}?q=zzsame&min_price=0`)
  await saveButton(page).click()
  await expect(savedMenu(page)).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)
})

test('a search is deleted where it was saved, and saved again', bothWidths, async ({ page }) => {
  await logInAsNewStudent(page)
  await createListing(page, 'misc', { title: 'Zzagain' })
  const { id } = await saveSearch(page, 'q=zzagain')
  await openPage(page, `${pagePaths.browse('misc')}?q=zzagain`)
  const card = page.getByRole('main').getByRole('article').first()
  await expect(savedMenu(page)).toBeVisible()
  const box = await card.boundingBox()
  await savedMenu(page).press('Enter')
  await page.getByRole('button', { name: 'Delete this search' }).press('Enter')
  await expect(saveButton(page)).toBeFocused()
  expect(await card.boundingBox(), 'the list does not move').toEqual(box)
  await expect(toasts(page)).toContainText('Deleted: ')
  await toasts(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(savedMenu(page)).toBeFocused()
  const { results } = await (await page.request.get(apiPaths.savedSearches)).json()
  expect(results).toMatchObject([{ query: 'q=zzagain' }])
  expect(results[0].id).not.toBe(id)
})

test('a visitor logs in, is back at the same search, and it is saved', async ({ page }) => {
  const student = await createStudent(page.request)
  const path = `${pagePaths.browse('misc')}?order=price&q=zzlogin`
  await openPage(page, path)
  await page.getByRole('link', { name: 'Save this search' }).click()
  await expect(page).toHaveURL(pagePaths.login(`${path}#save-search`))
  await expect(page.getByText('Log in to save this search.')).toBeVisible()
  await fillFields(page, loginValues(student))
  await page.keyboard.press('Enter')
  await expect(savedMenu(page)).toBeFocused()
  await expect(page).toHaveURL(path)
  await expect(toasts(page)).toContainText('Search saved.')
  const saved = await (await page.request.get(apiPaths.savedSearches)).json()
  expect(saved.results).toMatchObject([{ query: 'q=zzlogin', frequency: 'daily' }])
})

test('a link that others wrote saves nothing', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, `${pagePaths.browse('misc')}?q=zzlink#save-search`)
  await expect(saveButton(page)).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect((await (await page.request.get(apiPaths.savedSearches)).json()).results).toEqual([])
})

test('a student whose mailbox is not confirmed types the code, and the search is saved', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  const user = await (await page.request.get(apiPaths.me)).json()
  let isConfirmed = false
  await mockApi(page, apiPaths.savedSearches, (route) =>
    route.request().method() === 'POST' && !isConfirmed
      ? route.fulfill({ status: 403, json: { error: 'Confirm it.', code: 'unconfirmed' } })
      : route.continue(),
  )
  await mockApi(page, apiPaths.me, (route) =>
    route.fulfill({ json: { ...user, confirmation: isConfirmed ? 'confirmed' : 'required' } }),
  )
  await mockApi(page, apiPaths.resendCode, (route) =>
    route.fulfill({ json: { message: 'We sent a code.', retryAfter: 60 } }),
  )
  await mockApi(page, apiPaths.confirmEmail, (route) => {
    isConfirmed = true
    return route.fulfill({ json: user })
  })
  await openPage(page, nothing)
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your email' })
  await expect(dialog).toContainText('Then your search is saved.')
  await page.keyboard.press('Escape')
  await expect(saveButton(page)).toBeEnabled()
  await saveButton(page).click()
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill('123456')
  await page.keyboard.press('Enter')
  await expect(savedMenu(page)).toBeVisible()
})

test('errors: what the server refuses is said, and nothing looks saved', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  for (let number = 1; number <= maxSavedSearches; number++) await saveSearch(page, `q=n${number}`)
  await openPage(page, nothing)
  await saveButton(page).click()
  await expect(toasts(page)).toContainText("You've saved 20 searches, which is the limit.")
  await expect(toasts(page).getByRole('link', { name: 'See saved' })).toHaveAttribute(
    'href',
    pagePaths.saved,
  )
  await mockApi(page, apiPaths.savedSearches, (route) =>
    route.request().method() === 'POST'
      ? respondWithError(503, 'Quad is busy.')(route)
      : route.continue(),
  )
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Quad is busy.')
  await expect(savedMenu(page)).toHaveCount(0)
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('who was logged out meanwhile logs in, and the search is saved', async ({
  page,
  consoleErrors,
}) => {
  const student = await createStudent(page.request)
  await logIn(page, student)
  await openPage(page, nothing)
  await expect(saveButton(page)).toBeEnabled()
  await page.context().clearCookies()
  await saveButton(page).click()
  await toasts(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(pagePaths.login(`${nothing}#save-search`))
  await waitForHydration(page)
  await fillFields(page, loginValues(student))
  await page.keyboard.press('Enter')
  await expect(savedMenu(page)).toBeFocused()
  dropConsoleErrors(consoleErrors, failedRequest)
})

test(
  'searches: frequency, a pause, deleting and its undo, in two tabs',
  bothWidths,
  async ({ page, server }) => {
    await logInAsNewStudent(page)
    const lamp = await saveSearch(page, 'q=lamp')
    await saveSearch(page, 'q=chair', 'soon')
    const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
    db.prepare('UPDATE saved_searches SET paused_at = ? WHERE id = ?').run(Date.now(), lamp.id)
    db.close()
    const other = await page.context().newPage()
    await openPage(other, pagePaths.saved)
    await openPage(page, pagePaths.saved)
    const searches = part(page, 'Saved searches')
    const rows = searches.getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Paused')
    await expect(rows.nth(1).getByRole('combobox')).toHaveCount(0)
    await expectAccessible(page)

    await rows
      .nth(1)
      .getByRole('button', { name: /^Keep looking/ })
      .press('Enter')
    await expect(rows.nth(1)).not.toContainText('Paused')
    await expect(rows.nth(1).getByRole('combobox', { name: 'Email me' })).toBeFocused()
    await expect(part(other, 'Saved searches')).not.toContainText('Paused')
    await rows.nth(0).getByRole('combobox').selectOption('Off')
    await expect(toasts(page)).toContainText("We won't email you about this search.")
    await expect(part(other, 'Saved searches').getByRole('combobox').first()).toHaveValue('off')

    await searches.getByRole('button', { name: /^Delete .*chair/ }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('button', { name: /^Delete .*lamp/ })).toBeFocused()
    await expect(part(other, 'Saved searches').getByRole('listitem')).toHaveCount(1)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0).getByRole('combobox')).toHaveValue('off')
    await expect(rows.nth(0).getByRole('link', { name: /chair/ })).toBeFocused()
    await rows
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeFocused()
  },
)

test('a change that fails ends in what is true', async ({ page, consoleErrors }) => {
  await logInAsNewStudent(page)
  const { id } = await saveSearch(page, 'q=lamp')
  await openPage(page, pagePaths.saved)
  await mockApi(page, apiPaths.savedSearch(id), respondWithError(503, 'Quad is busy.'))
  const searches = part(page, 'Saved searches')
  await searches.getByRole('combobox').selectOption('Off')
  await expect(searches.getByRole('combobox')).toHaveAccessibleDescription('Quad is busy.')
  await expect(searches.getByRole('combobox')).toHaveValue('daily')
  await searches.getByRole('button', { name: /^Delete/ }).click()
  await expect(toasts(page)).toContainText('Quad is busy.')
  await expect(searches.getByRole('listitem')).toHaveCount(1)
  dropConsoleErrors(consoleErrors, failedRequest)
})

test(
  'favourites: cards, and rows for those that have ended',
  bothWidths,
  async ({ page, browser, server }) => {
    const seller = await (await browser.newContext({ baseURL: server.url })).newPage()
    await logIn(seller, await createStudent(seller.request, { firstName: 'Bo', lastName: 'Li' }))
    const ids: number[] = []
    for (const title of ['Kettle', 'Bike', 'Desk', 'Sofa']) {
      ids.push(await createListing(seller, 'misc', { title }))
    }
    await logInAsNewStudent(page)
    for (const id of ids) {
      expect((await page.request.put(apiPaths.favourite('misc', id))).status()).toBe(204)
    }
    const [, bike = 0, desk = 0, sofa = 0] = ids
    await seller.request.post(apiPaths.status('misc', bike), { data: { status: 'sold' } })
    const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
    db.prepare(`UPDATE listings SET status = 'expired' WHERE id = ?`).run(desk)
    db.prepare(`UPDATE listings SET status = 'hidden' WHERE id = ?`).run(sofa)
    db.close()
    await saveSearch(page, 'q=lamp')
    await openPage(page, pagePaths.saved)
    await page.getByRole('link', { name: '1 search' }).click()
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeInViewport()
    await page.getByRole('link', { name: '4 favourites' }).click()
    await expect(page.getByRole('heading', { name: 'Favourites' })).toBeFocused()
    const favourites = part(page, 'Favourites')
    await expect(favourites.getByRole('article')).toHaveCount(1)
    await expect(favourites.getByRole('article')).toContainText('Kettle')
    const rows = favourites
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Remove/ }) })
    await expect(rows).toHaveText([
      /Ended.*A listing that's no longer shown/,
      /Ended.*Desk/,
      /Sold.*Bike/,
    ])
    await expect(favourites).not.toContainText('Sofa')
    await expectAccessible(page)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await rows.nth(1).getByRole('button').press('Enter')
    await expect(rows).toHaveCount(2)
    await expect(toasts(page)).toHaveText(/Removed: Desk/)
    await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await expect(rows.getByRole('button', { name: 'Remove Bike' })).toBeFocused()
    await rows.getByRole('button', { name: 'Remove Bike' }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'No longer available' })).toBeFocused()
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.getByRole('button', { name: 'Remove Bike' })).toBeFocused()
    await page.reload()
    await expect(rows).toHaveCount(2)
  },
)

test('what could not be loaded can be tried again, and settings that keep mail away are named', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await page.request.patch(apiPaths.account, { data: { mailSaved: false } })
  await openPage(page, pagePaths.about)
  const calls = await mockApi(page, apiPaths.savedSearches, respondWithError(503, 'Quad is busy.'))
  await page.getByRole('banner').getByRole('link', { name: 'Saved', exact: true }).click()
  const searches = part(page, 'Saved searches')
  await expect(searches.getByRole('alert')).toContainText("We couldn't load this.")
  await expectAccessible(page)
  calls.handle = (route) => route.continue()
  await searches.getByRole('button', { name: 'Try again' }).click()
  await expect(searches).toContainText('No saved searches yet.')
  await expect(page.getByText('Emails about saved searches and favourites are off.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Turn them on' })).toHaveAttribute(
    'href',
    '/account#email',
  )
  await page.getByRole('link', { name: 'Turn them on' }).click()
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeInViewport()
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('a visitor is led to the login and back', async ({ page }) => {
  await page.goto(pagePaths.saved)
  await expect(page).toHaveURL(pagePaths.login(pagePaths.saved))
})
