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
  comeBackToTab,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  waitForHydration,
} from './fixtures.ts'
import { expectSaved, heart, heartLink, mailBox, readFavourites, title, toasts } from './hearts.ts'
import { observeLayoutShifts, setTextSize } from './layout.ts'
import { test } from './seeded-fixtures.ts'
import { createStudent, logInAsNewStudent, newStudent } from './students.ts'

/** Logs in a student who has already saved a listing through the API, so that the next heart is not their first. */
async function logInWithFavourite(page: Page, id: number) {
  await logInAsNewStudent(page)
  expect((await page.request.put(apiPaths.favourite('misc', id))).status()).toBe(204)
}

const openTab = async (context: BrowserContext, path: string) => {
  const tab = await context.newPage()
  await openPage(tab, path)
  return tab
}

test('a heart saves a listing at once, is undone when that fails, and is the same in all tabs', async ({
  page,
  context,
  seed,
  consoleErrors,
}) => {
  test.slow()
  await logInWithFavourite(page, seed.lampId)
  const both = [seed.houseId, seed.lampId]
  const path = apiPaths.favourite('rental', seed.houseId)
  const pathOfLamp = apiPaths.favourite('misc', seed.lampId)

  await test.step('a link that somebody else wrote saves nothing', async () => {
    await openPage(page, `/rentals?q=albert#save=rentals/${seed.houseId}`)
    await expectSaved(page, false)
    await comeBackToTab(page)
    expect(await readFavourites(page)).toEqual([seed.lampId])
  })

  await test.step('it is pressed before the server has answered', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await mockApi(page, path, (route) => released.then(() => route.continue()))
    await heart(page).click()
    await expectSaved(page, true)
    expect(await readFavourites(page)).toEqual([seed.lampId])
    release()
    await expect.poll(() => readFavourites(page)).toEqual(both)
    await page.unroute(`**${path}`)
  })

  await test.step('quick presses end with the last one', async () => {
    for (let press = 0; press < 5; press++) await heart(page).click()
    await expectSaved(page, false)
    await expect.poll(() => readFavourites(page)).toEqual([seed.lampId])
    await expectSaved(page, false)
  })

  await test.step('a press that the server refuses is undone, and its sentence shown', async () => {
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
    // The toast stays while it has the focus.
    await seeSaved.focus()
    await expectSaved(page, false)
    await expectAccessible(page)
    expect(await readFavourites(page)).toEqual([seed.lampId])
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
    // With large text the buttons move below the sentence, which would otherwise have one letter on each line.
    const screen = page.viewportSize()
    await setTextSize(page, '200%')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const text = await toasts(page).getByText(limit).boundingBox()
      expect.soft(text?.width, `at ${width}`).toBeGreaterThan(150)
    }
    await setTextSize(page, '')
    if (screen) await page.setViewportSize(screen)
    await page.unroute(`**${path}`)
  })

  await test.step('without a connection a press is undone, and works again afterwards', async () => {
    await context.setOffline(true)
    await heart(page).click()
    await expect(toasts(page)).toContainText("You're offline. Check your connection and try again.")
    await expectSaved(page, false)
    await context.setOffline(false)
    await heart(page).click()
    await expectSaved(page, true)
    await expect.poll(() => readFavourites(page)).toEqual(both)
    await heart(page).click()
    await expect.poll(() => readFavourites(page)).toEqual([seed.lampId])
  })

  await test.step('a press whose answer was lost ends as the server has it', async () => {
    const lost = Promise.withResolvers<void>()
    await mockApi(page, path, async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort()
      lost.resolve()
    })
    await heart(page).click()
    await lost.promise
    await expect(toasts(page)).toContainText("You're offline.")
    await expectSaved(page, false)
    await context.setOffline(false)
    await expectSaved(page, true)
    await page.unroute(`**${path}`)
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBeGreaterThan(0)
  })

  await test.step('another tab follows, and both end with the last press', async () => {
    const other = await openTab(context, `/rentals/${seed.houseId}`)
    await expectSaved(other, true)
    await heart(page).click()
    await expectSaved(other, false)
    await heart(other).click()
    await expectSaved(page, true)
    await heart(page).click()
    await expectSaved(other, false)
    await heart(other).click()
    await expect.poll(() => readFavourites(page)).toEqual(both)
    await expectSaved(page, true)
    await expectSaved(other, true)
    await other.close()
  })

  await test.step('its page has the same heart, which takes it off again', async () => {
    await expect(page).toHaveURL(/\/rentals\?q=albert(#|$)/)
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectSaved(page, true)
    await heart(page).click()
    await expectSaved(page, false)
    await expect.poll(() => readFavourites(page)).toEqual([seed.lampId])
  })

  await test.step('a refused removal is undone', async () => {
    await openPage(page, `/misc/${seed.lampId}`)
    await expectSaved(page, true, 'Desk lamp')
    await mockApi(page, pathOfLamp, respondWithError(503))
    await heart(page, 'Desk lamp').click()
    await expect(toasts(page)).toContainText('A message of the server.')
    await expectSaved(page, true, 'Desk lamp')
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  })
})

test('a visitor logs in, comes back and the listing is saved, also after the session has ended', async ({
  page,
  seed,
}) => {
  const student = await createStudent(page.request)
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
  })
  await openPage(page, '/rentals')
  // The card stays while the list is searched, but its heart must lead back to the search.
  await page.getByRole('main').getByRole('searchbox').fill('albert')
  await expect(page).toHaveURL('/rentals?q=albert')
  // A press that opens a new tab reads the address too.
  const inNewTab = page.context().waitForEvent('page')
  await heartLink(page).click({ modifiers: ['ControlOrMeta'] })
  const login = await inNewTab
  await expect(login).toHaveURL(/next=[^&]*albert/)
  await login.close()
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
  await expect.poll(() => readFavourites(page)).toEqual([])
  await page.request.put(apiPaths.favourite('misc', seed.lampId))
  await page.reload()
  await expectSaved(page, false)
  expect(puts).toHaveLength(1)

  await page.context().clearCookies()
  await heart(page).click()
  await toasts(page).getByRole('link', { name: 'Log in' }).click()
  await waitForHydration(page)
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  // No box asks about emails, so a toast says that it was saved.
  await expect(toasts(page)).toContainText('Saved')
  await expect(page).toHaveURL('/rentals?q=albert')
  await expectSaved(page, true)
  expect(await readFavourites(page)).toEqual([seed.houseId, seed.lampId])
})

test('a visitor who signs up gets back, too', async ({ page, seed }) => {
  await openPage(page, `/rentals/${seed.houseId}`)
  await heartLink(page).click()
  // The page of the listing has a link that begins with the same words.
  await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click()
  await fillFields(page, signUpValues(newStudent()))
  await submitButton(page).click()
  await expect(page).toHaveURL(`/rentals/${seed.houseId}`)
  await expectSaved(page, true)
  await expect.poll(() => readFavourites(page)).toEqual([seed.houseId])
})

test('before JavaScript loads, the heart of a visitor leads to the login, and that of a student is not ready', async ({
  page,
  seed,
  consoleErrors,
}) => {
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

  await test.step('hearts whose code did not load work after a reload', async () => {
    const code = /\/assets\/student-favourites.*\.js$/
    await page.route(code, (route) => route.abort())
    await page.reload()
    await waitForHydration(page)
    const reload = page.getByRole('button', { name: 'Reload' })
    await expect(reload).toBeVisible()
    await page.unroute(code)
    const reloaded = page.waitForEvent('load')
    await reload.click()
    await reloaded
    await waitForHydration(page)
    await heart(page).click()
    await expectSaved(page, true)
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBeGreaterThan(0)
  })
})
