import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Route } from '@playwright/test'
import { nextTerms } from '#categories/academic-terms.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
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
import { expectSaved, heart, readFavourites } from './hearts.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { createStudent, logInAsNewStudent, openSessionLinks } from './students.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save this search' })
const savedMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved' })
/** A search that finds nothing, no matter what other tests post. */
const nothing = `${pagePaths.browse('rental')}?q=zzigloo`

async function saveSearch(page: Page, query: string, frequency = 'daily') {
  const data = { category: 'misc', query, frequency }
  const response = await page.request.post(apiPaths.savedSearches, { data })
  expect(response.status()).toBe(201)
  return (await response.json()) as { id: number; label: string }
}

const readSearches = async (page: Page): Promise<{ id: number }[]> =>
  (await (await page.request.get(apiPaths.savedSearches)).json()).results

test(
  'a search is saved where nothing was found, changed beside it, and is on the page of what is saved',
  bothWidths,
  async ({ page, isMobile }) => {
    await logInAsNewStudent(page)
    const loaded = page.waitForResponse((response) =>
      response.url().endsWith(apiPaths.savedSearches),
    )
    await openPage(page, `${nothing}#save-search`)
    await expect(saveButton(page)).toBeEnabled()
    await (await loaded).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await readSearches(page), 'a link that others wrote saves nothing').toEqual([])
    await expect(saveButton(page)).toHaveCount(1)
    await saveButton(page).press('Enter')
    await expect(toasts(page)).toHaveText(/Search saved\. We'll email you at 8 am/)
    await expect(savedMenu(page)).toBeFocused()
    await savedMenu(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Daily at 8 am' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    if (!isMobile) await expectAccessible(page)
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
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)

    await test.step('a search over everything is saved for the category that is chosen', async () => {
      await openPage(page, pagePaths.search('zzigloo'))
      // The search was saved for rentals above.
      await page.getByLabel('Save it for').selectOption('Rentals')
      await expect(savedMenu(page)).toBeVisible()
      await page.getByLabel('Save it for').selectOption('Textbooks')
      await saveButton(page).click()
      await expect(savedMenu(page)).toBeFocused()
      expect(await readSearches(page)).toHaveLength(2)
    })
  },
)

test(
  'a search is changed before the toast has said that it is saved, deleted, and saved again',
  bothWidths,
  async ({ page }) => {
    await logInAsNewStudent(page)
    await createListing(page, 'misc', { title: 'Zzagain' })
    const released = Promise.withResolvers<void>()
    await mockApi(page, apiPaths.account, async (route) => {
      await released.promise
      await route.continue()
    })
    await openPage(page, `${pagePaths.browse('misc')}?q=zzagain`)
    // The code of the button replaces it once: a key pressed in that moment would reach nothing.
    await page.waitForLoadState('networkidle')
    await saveButton(page).press('Enter')
    await savedMenu(page).press('Enter')
    await page.getByRole('button', { name: "As soon as it's posted" }).press('Enter')
    const soon = /We'll email you soon after something new is posted\./
    await expect(toasts(page)).toHaveText(soon)
    const account = page.waitForResponse((response) => response.url().endsWith(apiPaths.account))
    released.resolve()
    await (await account).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(toasts(page)).toHaveText(soon)

    const [first] = await readSearches(page)
    const card = page.getByRole('main').getByRole('article').first()
    const box = await card.boundingBox()
    await savedMenu(page).press('Enter')
    await page.getByRole('button', { name: 'Delete this search' }).press('Enter')
    await expect(saveButton(page)).toBeFocused()
    expect(await card.boundingBox(), 'the list does not move').toEqual(box)
    await expect(toasts(page)).toContainText('Deleted: ')
    await toasts(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(savedMenu(page)).toBeFocused()
    const again = await readSearches(page)
    expect(again).toMatchObject([{ query: 'q=zzagain' }])
    expect(again[0]?.id).not.toBe(first?.id)
  },
)

test('a search is saved before the saved list has loaded, and a filter that narrows nothing does not change it', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  const released = Promise.withResolvers<void>()
  const calls = await mockApi(page, apiPaths.savedSearches, async (route) => {
    if (route.request().method() === 'GET') await released.promise
    await route.continue()
  })
  await openPage(page, `${pagePaths.browse('misc')}?q=zzsame&min_price=0`)
  await expect.poll(() => calls.count).toBe(1)
  await saveButton(page).click()
  await expect(toasts(page)).toHaveText(/Search saved\. We'll email you at 8 am/)
  released.resolve()
  await expect(savedMenu(page)).toBeVisible()
  await expect(saveButton(page)).toHaveCount(0)
})

test('a visitor logs in, comes back to the same search and it is saved, also after the session has ended', async ({
  page,
  consoleErrors,
}) => {
  const student = await createStudent(page.request)
  const saved = await page.request.get(pagePaths.saved, { maxRedirects: 0 })
  expect(saved.headers().location).toBe(pagePaths.login(pagePaths.saved))
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
  expect(await readSearches(page)).toMatchObject([{ query: 'q=zzlogin', frequency: 'daily' }])

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

test('a search that the server refuses does not look saved, and typing the code saves it', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  const user = await (await page.request.get(apiPaths.me)).json()
  await openPage(page, nothing)
  let refuse: ((route: Route) => unknown) | undefined
  const refuseWith = (status: number, error: string, code?: string) => {
    refuse = (route) => route.fulfill({ status, json: { error, code } })
  }
  await mockApi(page, apiPaths.savedSearches, (route) =>
    refuse && route.request().method() === 'POST' ? refuse(route) : route.continue(),
  )

  const limit = "You've saved 20 searches, which is the limit."
  refuseWith(429, limit)
  await saveButton(page).click()
  await expect(toasts(page)).toContainText(limit)
  await expect(toasts(page).getByRole('link', { name: 'See saved' })).toHaveAttribute(
    'href',
    pagePaths.saved,
  )
  refuseWith(503, 'Quad is busy.')
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Quad is busy.')
  await expect(savedMenu(page)).toHaveCount(0)
  dropConsoleErrors(consoleErrors, failedRequest)

  // The mailbox isn't confirmed, so the student types the code.
  refuseWith(403, 'Confirm it.', 'unconfirmed')
  await mockApi(page, apiPaths.me, (route) =>
    route.fulfill({ json: { ...user, confirmation: refuse ? 'required' : 'confirmed' } }),
  )
  await mockApi(page, apiPaths.resendCode, (route) =>
    route.fulfill({ json: { message: 'We sent a code.', retryAfter: 60 } }),
  )
  await mockApi(page, apiPaths.confirmEmail, (route) => {
    refuse = undefined
    return route.fulfill({ json: user })
  })
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

test('saved searches: loading again, frequency, a pause, deleting and its undo, in two tabs', async ({
  page,
  server,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  const searches = part(page, 'Saved searches')
  const heading = page.getByRole('heading', { name: 'Saved searches' })

  await test.step('a list that failed to load can be tried again, and the page says that emails are off', async () => {
    await page.request.patch(apiPaths.account, { data: { mailSaved: false } })
    await openPage(page, pagePaths.about)
    const busy = respondWithError(503, 'Quad is busy.')
    const calls = await mockApi(page, apiPaths.savedSearches, busy)
    await page.getByRole('banner').getByRole('link', { name: 'Saved', exact: true }).click()
    await expect(searches.getByRole('alert')).toContainText("We couldn't load this.")
    await expectAccessible(page)
    calls.handle = (route) => route.continue()
    await searches.getByRole('button', { name: 'Try again' }).click()
    await expect(searches).toContainText('No saved searches yet.')
    const off = page.getByText('Emails about saved searches and favourites are off.')
    await expect(off).toBeVisible()
    const turnOn = page.getByRole('link', { name: 'Turn them on' })
    await expect(turnOn).toHaveAttribute('href', '/account#email')
    await turnOn.click()
    const email = page.getByRole('heading', { name: 'Email', exact: true })
    await expect(email).toBeFocused()
    await expect(email).toBeInViewport()
    dropConsoleErrors(consoleErrors, failedRequest)
  })

  await page.request.patch(apiPaths.account, { data: { mailSaved: true } })
  const lamp = await saveSearch(page, 'q=lamp')
  const chair = await saveSearch(page, 'q=chair', 'soon')
  const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE saved_searches SET paused_at = ? WHERE id = ?').run(Date.now(), lamp.id)
  db.close()
  const other = await page.context().newPage()
  await openPage(other, pagePaths.saved)
  await openPage(page, pagePaths.saved)
  const searchesOfOther = part(other, 'Saved searches')
  const rows = searches.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Paused')
  await expect(rows.nth(1).getByRole('combobox')).toHaveCount(0)
  await expectAccessible(page)

  await test.step('a change that fails ends in what is true', async () => {
    await mockApi(page, apiPaths.savedSearch(chair.id), respondWithError(503, 'Quad is busy.'))
    const frequency = rows.nth(0).getByRole('combobox')
    await frequency.selectOption('Off')
    await expect(frequency).toHaveAccessibleDescription('Quad is busy.')
    await expect(frequency).toHaveValue('soon')
    await searches.getByRole('button', { name: /^Delete .*chair/ }).click()
    await expect(toasts(page)).toContainText('Quad is busy.')
    await expect(rows).toHaveCount(2)
    await page.unroute(`**${apiPaths.savedSearch(chair.id)}`)
    dropConsoleErrors(consoleErrors, failedRequest)
  })

  await test.step('a pause ends, and how often is changed', async () => {
    const keep = rows.nth(1).getByRole('button', { name: /^Keep looking/ })
    await keep.press('Enter')
    await expect(rows.nth(1)).not.toContainText('Paused')
    await expect(rows.nth(1).getByRole('combobox', { name: 'Email me' })).toBeFocused()
    await expect(searchesOfOther).not.toContainText('Paused')
    await rows.nth(0).getByRole('combobox').selectOption('Off')
    await expect(toasts(page)).toContainText("We won't email you about this search.")
    await expect(searchesOfOther.getByRole('combobox').first()).toHaveValue('off')
  })

  await test.step('one is deleted, which can be undone', async () => {
    await searches.getByRole('button', { name: /^Delete .*chair/ }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('button', { name: /^Delete .*lamp/ })).toBeFocused()
    await expect(searchesOfOther.getByRole('listitem')).toHaveCount(1)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0).getByRole('combobox')).toHaveValue('off')
    await expect(rows.nth(0).getByRole('link', { name: /chair/ })).toBeFocused()
    const deleteLast = rows.nth(1).getByRole('button', { name: /^Delete/ })
    await deleteLast.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(heading).toBeFocused()
  })
})

test('favourites: cards, and rows for those that have ended', async ({ page, server }) => {
  await logInAsNewStudent(page)
  const ids: number[] = []
  for (const title of ['Kettle', 'Bike', 'Desk', 'Sofa']) {
    ids.push(await createListing(page, 'misc', { title }))
  }
  const [, bike = 0, desk = 0, sofa = 0] = ids
  await logInAsNewStudent(page)
  for (const id of ids) {
    expect((await page.request.put(apiPaths.favourite('misc', id))).status()).toBe(204)
  }
  const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare(`UPDATE listings SET status = 'sold' WHERE id = ?`).run(bike)
  db.prepare(`UPDATE listings SET status = 'expired' WHERE id = ?`).run(desk)
  db.prepare(`UPDATE listings SET status = 'hidden' WHERE id = ?`).run(sofa)
  db.close()
  await saveSearch(page, 'q=lamp')
  await openPage(page, pagePaths.saved)
  await page.getByRole('link', { name: '1 search' }).click()
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeInViewport()
  await page.getByRole('link', { name: '4 favourites (3 no longer available)' }).click()
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
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  if (screen) await page.setViewportSize(screen)
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
})

test(
  'a student looks for a term, compares three rentals, and asks a seller what is missing',
  bothWidths,
  async ({ page, isMobile }) => {
    const [term] = nextTerms(campusIsoDate(Date.now()), 1)
    if (!term) throw new Error('There is no next term.')
    await logInAsNewStudent(page)
    // No other listing has this word.
    const word = `zz${randomUUID().slice(0, 8)}`
    const period = {
      ...{ description: word, is_sublet: true },
      ...{ date_available: term.first, available_to: term.last },
    }
    const full = { cost: 1700, is_cost_per_room: false, is_shared: false, num_beds: 2 }
    const said = { minutes: { waterloo: { walk: 15 }, laurier: { walk: 5 } }, deposit: 0 }
    const titles = { Loft: { ...full, ...said }, Attic: {}, Studio: full }
    const ids: number[] = []
    for (const [title, values] of Object.entries(titles)) {
      ids.push(await createListing(page, 'rentals', { title, ...period, ...values }))
    }
    const [first = 0, second = 0, third = 0] = ids
    const lamp = await createListing(page, 'misc')
    await logInAsNewStudent(page)
    await page.request.put(apiPaths.favourite('misc', lamp))

    await openPage(page, pagePaths.browse('rental', `term=${term.id}&q=${word}`))
    for (const title of Object.keys(titles)) {
      await heart(page, title).click()
      await expectSaved(page, true, title)
    }
    await expect.poll(async () => (await readFavourites(page)).length).toBe(4)
    await openPage(page, pagePaths.saved)
    await expect(page.getByRole('checkbox', { name: /^Compare/ })).toHaveCount(3)
    const compare = page.getByRole('button', { name: /^Compare/ })
    await expect(compare).toBeDisabled()
    const loft = page.getByRole('checkbox', { name: 'Compare Loft' })
    await loft.evaluate((box) => scrollBy(0, box.getBoundingClientRect().bottom + 60 - innerHeight))
    await loft.press('Space')
    await expect(compare).toBeDisabled()
    const edges = async () => {
      const [box, bar] = [await loft.boundingBox(), await compare.boundingBox()]
      return (bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
    }
    await expect.poll(edges, 'the bar covers no box').toBeGreaterThan(0)
    await page.getByRole('checkbox', { name: 'Compare Attic' }).check()
    await page.getByRole('checkbox', { name: 'Compare Studio' }).check()
    if (!isMobile) await expectAccessible(page)
    await expect(compare).toHaveText('Compare 3')
    await compare.click()

    await expect(page).toHaveURL(pagePaths.compare('rental', [first, second, third]))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare rentals')
    const table = page.getByRole('table', { name: 'Rentals side by side' })
    await expect(table.getByRole('columnheader')).toHaveText([/Loft/, /Attic/, /Studio/])
    const row = (name: string) =>
      table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    await expect(row('Per person per month').getByRole('cell')).toHaveText([
      /^\$850/,
      'Not stated',
      /^\$850/,
    ])
    await expect(row('To Laurier').getByRole('cell')).toHaveText([
      'Under 5 min walk',
      'Not stated',
      'Not stated',
    ])
    expect((await measureOverflow(page)).width).toBe(0)
    const labels = table.locator('.compare-label')
    const widths = labels.evaluateAll((cells) =>
      cells.map((cell) => cell.scrollWidth - cell.clientWidth),
    )
    expect(Math.max(...(await widths))).toBe(0)
    // The labels stay while the listings scroll sideways.
    const label = table.getByRole('rowheader', { name: 'Deposit' })
    const left = (await label.boundingBox())?.x
    await page.getByRole('region', { name: 'Rentals side by side' }).evaluate((element) => {
      element.scrollLeft = 60
    })
    expect((await label.boundingBox())?.x).toBe(left)
    if (isMobile) {
      const heads = page.locator('.compare-strip > *')
      await expect(heads.first()).toBeHidden()
      await row("What's missing").scrollIntoViewIfNeeded()
      await expect(heads).toHaveText([/Loft/, /Attic/, /Studio/])
      await expect(heads.first()).toBeInViewport()
      const columns = await row("What's missing").getByRole('cell').all()
      for (const [index, column] of columns.entries()) {
        const place = (await heads.nth(index).boundingBox())?.x
        expect(place).toBeCloseTo((await column.boundingBox())?.x ?? 0, 0)
      }
    }
    await expectAccessible(page)

    await row("What's missing").getByRole('link', { name: 'Ask the seller' }).last().click()
    const message = page.getByRole('dialog').getByRole('textbox')
    await expect(message).toHaveValue(/^Hi! I'm comparing .* Is there a deposit\?/)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\/messages\/\d+$/)
    await expect(page.getByText('Is there a deposit?').last()).toBeVisible()

    await page.goBack()
    await table.getByRole('link', { name: 'Remove Attic' }).click()
    await expect(page).toHaveURL(pagePaths.compare('rental', [first, third]))
    await expect(table.getByRole('columnheader')).toHaveCount(2)
  },
)
