import type { BrowserContext, Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import {
  fillFields,
  loginValues,
  mockApi,
  respondWithError,
  signUpValues,
  submitButton,
} from './account-forms.ts'
import {
  bothWidths,
  comeBackToTab,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  waitForHydration,
} from './fixtures.ts'
import { expectSaved, heart, heartLink, mailBox, readFavourites, title, toasts } from './hearts.ts'
import { measureOverflow, observeLayoutShifts } from './layout.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'
import { createStudent, logIn, logInAsNewStudent, newStudent } from './students.ts'

/** Saved through the API: its first heart is not the student's first. */
async function logInWithFavourite(page: Page, id: number) {
  await logInAsNewStudent(page)
  expect((await page.request.put(apiPaths.favourite('misc', id))).status()).toBe(204)
}

const openTab = async (context: BrowserContext, path: string) => {
  const tab = await context.newPage()
  await openPage(tab, path)
  return tab
}

test(
  'a heart saves a listing at once, on the card and on its page, and takes it off again',
  bothWidths,
  async ({ page, seed }) => {
    await logInWithFavourite(page, seed.lampId)
    await openPage(page, '/rentals')
    await expectSaved(page, false)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await mockApi(page, apiPaths.favourite('rental', seed.houseId), (route) =>
      released.then(() => route.continue()),
    )
    await heart(page).click()
    await expectSaved(page, true)
    expect(await readFavourites(page)).toEqual([seed.lampId])
    release()
    await expect.poll(() => readFavourites(page)).toEqual([seed.houseId, seed.lampId])
    await expect(page).toHaveURL('/rentals')
    await expectAccessible(page)

    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectSaved(page, true)
    await page.reload()
    await expectSaved(page, true)
    await expectAccessible(page)
    await heart(page).click()
    await expectSaved(page, false)
    await expect.poll(() => readFavourites(page)).toEqual([seed.lampId])
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    await page.goto(`/misc/${seed.lampId}`)
    await expectSaved(page, true, 'Desk lamp')
  },
)

test('quick presses end with the last one', async ({ page, seed }) => {
  await logInWithFavourite(page, seed.lampId)
  await openPage(page, '/rentals')
  for (let press = 0; press < 5; press++) await heart(page).click()
  await expectSaved(page, true)
  await expect.poll(() => readFavourites(page)).toEqual([seed.houseId, seed.lampId])
  await expectSaved(page, true)
})

test(
  'a press that is refused is undone, with the sentence of the server',
  bothWidths,
  async ({ page, seed, consoleErrors }) => {
    await logInWithFavourite(page, seed.lampId)
    await openPage(page, '/rentals')
    await expectSaved(page, false)
    const path = apiPaths.favourite('rental', seed.houseId)
    const busy = 'Quad is busy right now.'
    const calls = await mockApi(page, path, respondWithError(503, busy))
    await heart(page).click()
    await expect(toasts(page)).toContainText(busy)
    await expectSaved(page, false)
    const limit = "You've saved 200 listings, which is the limit. Remove some first."
    calls.handle = respondWithError(429, limit)
    await heart(page).click()
    await expect(toasts(page)).toContainText(limit)
    const seeSaved = toasts(page).getByRole('link', { name: 'See saved' })
    await expect(seeSaved).toHaveAttribute('href', pagePaths.saved)
    // It stays while it has the focus.
    await seeSaved.focus()
    await expectSaved(page, false)
    await expectAccessible(page)
    expect(await readFavourites(page)).toEqual([seed.lampId])
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
    // With large letters the buttons are below the sentence, which else has a letter on each line.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const text = await toasts(page).getByText(limit).boundingBox()
    expect(text?.width).toBeGreaterThan(150)
  },
)

test('a refused removal is undone', async ({ page, seed, consoleErrors }) => {
  await logInWithFavourite(page, seed.lampId)
  await openPage(page, `/misc/${seed.lampId}`)
  await expectSaved(page, true, 'Desk lamp')
  await mockApi(page, apiPaths.favourite('misc', seed.lampId), respondWithError(503))
  await heart(page, 'Desk lamp').click()
  await expect(toasts(page)).toContainText('A message of the server.')
  await expectSaved(page, true, 'Desk lamp')
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})

test(
  'without a connection a press is undone with a sentence',
  bothWidths,
  async ({ page, context, seed, consoleErrors }) => {
    await logInWithFavourite(page, seed.lampId)
    await openPage(page, '/rentals')
    await expectSaved(page, false)
    await context.setOffline(true)
    await heart(page).click()
    await expect(toasts(page)).toContainText('No connection. Check it and try again.')
    await expectSaved(page, false)
    await context.setOffline(false)
    await heart(page).click()
    await expectSaved(page, true)
    await expect.poll(() => readFavourites(page)).toEqual([seed.houseId, seed.lampId])
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBeGreaterThan(0)
  },
)

test('a press whose answer was lost ends as the server has it', async ({
  page,
  context,
  seed,
  consoleErrors,
}) => {
  await logInWithFavourite(page, seed.lampId)
  await openPage(page, '/rentals')
  await expectSaved(page, false)
  await mockApi(page, apiPaths.favourite('rental', seed.houseId), async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  await heart(page).click()
  await expect(toasts(page)).toContainText('No connection.')
  await context.setOffline(false)
  await expectSaved(page, true)
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBeGreaterThan(0)
})

test('other tabs follow, and both end with the last press', async ({ page, context, seed }) => {
  await logInWithFavourite(page, seed.lampId)
  await openPage(page, '/rentals')
  const other = await openTab(context, `/rentals/${seed.houseId}`)
  await expectSaved(other, false)
  await heart(page).click()
  await expectSaved(other, true)
  await heart(other).click()
  await expectSaved(page, false)
  await heart(page).click()
  await expectSaved(other, true)
  await heart(other).click()
  await expect.poll(() => readFavourites(page)).toHaveLength(1)
  await expectSaved(page, false)
  await expectSaved(other, false)
})

test(
  'a visitor is led to log in and back, and then the listing is saved',
  bothWidths,
  async ({ page, seed }) => {
    const student = await createStudent(page.request)
    const puts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
    })
    await openPage(page, '/rentals?q=albert')
    await heartLink(page).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await expect(page.getByText('Log in to save this listing.')).toBeVisible()
    await fillFields(page, loginValues(student))
    await submitButton(page).click()
    await expect(page).toHaveURL('/rentals?q=albert')
    await expectSaved(page, true)
    await expect(mailBox(page)).toBeVisible()
    await expect(heart(page)).toBeFocused()
    expect(await readFavourites(page)).toEqual([seed.houseId])
    expect(puts).toEqual([apiPaths.favourite('rental', seed.houseId)])
    await page.goBack()
    await page.goForward()
    await heart(page).click()
    await page.reload()
    await expectSaved(page, false)
    expect(puts).toHaveLength(1)
  },
)

test('who has favourites already is told that the listing was saved', async ({ page, seed }) => {
  const student = await createStudent(page.request)
  await logIn(page, student)
  await page.request.put(apiPaths.favourite('misc', seed.lampId))
  await page.context().clearCookies()
  await openPage(page, `/rentals/${seed.houseId}`)
  await heartLink(page).click()
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(toasts(page)).toContainText('Saved')
  await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
  await expectSaved(page, true)
})

test('a press after the session has ended leads to log in, and is not lost', async ({
  page,
  seed,
}) => {
  const student = await createStudent(page.request)
  await logIn(page, student)
  await openPage(page, '/rentals?q=albert')
  await expectSaved(page, false)
  await page.context().clearCookies()
  await heart(page).click()
  await toasts(page).getByRole('link', { name: 'Log in' }).click()
  await waitForHydration(page)
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page).toHaveURL('/rentals?q=albert')
  await expectSaved(page, true)
  expect(await readFavourites(page)).toEqual([seed.houseId])
})

test('a visitor who signs up gets back, too', async ({ page, seed }) => {
  await openPage(page, `/rentals/${seed.houseId}`)
  await heartLink(page).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await fillFields(page, signUpValues(newStudent()))
  await submitButton(page).click()
  await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
  await expectSaved(page, true)
  expect(await readFavourites(page)).toEqual([seed.houseId])
})

test('a link that somebody wrote saves nothing for who is logged in', async ({ page, seed }) => {
  await logInAsNewStudent(page)
  await openPage(page, `/rentals#save=rentals/${seed.houseId}`)
  await expectSaved(page, false)
  await comeBackToTab(page)
  expect(await readFavourites(page)).toEqual([])
})

test('a student’s own listings have no heart', async ({ page, context, seed, baseURL }) => {
  await addSessionCookie(context, baseURL ?? '', seed.ada)
  const hearts = page.getByRole('article').getByRole('button', { name: /^Save / })
  await openPage(page, '/rentals')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(hearts).toHaveCount(0)
  await page.goto(`/rentals/${seed.houseId}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(hearts).toHaveCount(0)
})

test(
  'before the code is there, the heart of a visitor leads to the login, and that of a student is not ready',
  bothWidths,
  async ({ page, seed }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/(?!deferred-entry).*\.js$/, (route) =>
      released.then(() => route.continue()),
    )
    await page.goto('/rentals')
    await heartLink(page).click()
    await expect(page).toHaveURL(pagePaths.login(`/rentals#save=rentals/${seed.houseId}`))
    await logInWithFavourite(page, seed.lampId)
    const readShifts = await observeLayoutShifts(page)
    await page.goto('/rentals')
    await expect(heart(page)).toBeDisabled()
    release()
    await waitForHydration(page)
    await expectSaved(page, false)
    await expect(heart(page)).toBeEnabled()
    expect(await readShifts()).toEqual([])
  },
)

test('hearts whose code did not load are ready once the connection is back', async ({
  page,
  seed,
  consoleErrors,
}) => {
  await logInWithFavourite(page, seed.lampId)
  const code = /\/assets\/favourites-of-student.*\.js$/
  await page.route(code, (route) => route.abort())
  await openPage(page, '/rentals')
  await expect(heart(page)).toBeDisabled()
  await page.unroute(code)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectSaved(page, false)
  await expect(heart(page)).toBeEnabled()
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBeGreaterThan(0)
})
