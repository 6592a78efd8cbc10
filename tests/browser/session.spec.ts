import { apiPaths } from '#contract/paths.ts'
import {
  fillFields,
  loginValues,
  mockApi,
  respondWithError,
  submitButton,
} from './account-forms.ts'
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
import { createStudent, logInAsNewStudent, openSessionLinks } from './students.ts'

test('the header shows the session before hydration, and asks for it once', async ({ page }) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await logInAsNewStudent(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
  await page.goto('/about', { waitUntil: 'commit' })
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  release()
  await waitForHydration(page)
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.poll(() => requestedPaths.filter((path) => path === apiPaths.me).length).toBe(1)
})

test(
  'logout is marked as pending, reloads the session once, and leads to the landing page',
  bothWidths,
  async ({ page, isMobile }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/about')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const logout = await mockApi(page, apiPaths.logout, (route) =>
      released.then(() => route.continue()),
    )
    const me = await mockApi(page, apiPaths.me, (route) => route.continue())
    const links = await openSessionLinks(page, isMobile)
    await links.getByRole('button', { name: 'Logout' }).dblclick()
    await expect(links.getByRole('button', { name: 'Loading...' })).toBeVisible()
    release()
    await expect(page).toHaveURL('/')
    const visitor = await openSessionLinks(page, isMobile)
    await expect(visitor.getByRole('link', { name: 'Sign Up' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    expect({ logout: logout.count, me: me.count }).toEqual({ logout: 1, me: 1 })
  },
)

test('a failed logout shows its error and keeps the session', async ({ page, consoleErrors }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/about')
  await mockApi(page, apiPaths.logout, respondWithError(503, 'Quad is busy right now.'))
  const links = page.getByRole('banner')
  await links.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Quad is busy right now.')).toBeVisible()
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
})

test('logout from the dashboard never shows its page for visitors', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/dashboard')
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes('You are not currently logged in.')) {
        console.error('the dashboard of a visitor was shown')
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('logout leaves an unsaved form without a question, and deletes its draft', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await page.getByLabel('Title').fill('Desk')
  const countStored = () => page.evaluate(() => localStorage.length)
  await expect.poll(countStored).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(countStored).toBe(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('logout in one tab is seen in the others', async ({ page, context }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/about')
  const other = await context.newPage()
  await openPage(other, '/about')
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  const links = page.getByRole('banner')
  await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect(page).toHaveURL('/about')
})

test('login in one tab is seen in the others', async ({ page, context }) => {
  await openPage(page, '/about')
  const other = await context.newPage()
  const student = await createStudent(other.request)
  await openPage(other, '/login')
  await fillFields(other, loginValues(student))
  await submitButton(other).click()
  const links = page.getByRole('banner')
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an ended session is noticed when the page becomes visible', async ({ page, context }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/about')
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const links = page.getByRole('banner')
  await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test('the login says that a session has ended, and not to a visitor', async ({ page, context }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/saved')
  await context.clearCookies()
  await comeBackToTab(page)
  await expect(page).toHaveURL('/login?next=%2Fsaved')
  const sentence = page.getByText("You've been logged out. Log in to continue.")
  await expect(sentence).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(sentence).toBeVisible()
  await openPage(page, '/saved')
  await expect(page).toHaveURL('/login?next=%2Fsaved')
  await expect(sentence).toHaveCount(0)
})

test.describe('session refresh every 1,500 seconds', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() =>
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
    )
  })

  test('rotates the cookie, also in a hidden tab', async ({ page, context }) => {
    await logInAsNewStudent(page)
    const sessionCookie = async () =>
      (await context.cookies()).find(({ name }) => name === 'quad')?.value
    const before = await sessionCookie()
    const refresh = await mockApi(page, apiPaths.refresh, (route) => route.continue())
    await openPage(page, '/about')
    await page.clock.fastForward(1_499_000)
    expect(refresh.count).toBe(0)
    for (const count of [1, 2]) {
      const responded = page.waitForResponse(`**${apiPaths.refresh}`)
      await page.clock.fastForward(count === 1 ? 1_000 : 1_500_000)
      const response = await responded
      expect(response.request().method()).toBe('POST')
      expect(response.status()).toBe(200)
      expect(refresh.count).toBe(count)
    }
    expect(before).toBeTruthy()
    expect(await sessionCookie()).not.toBe(before)
  })

  test('does not run for a visitor', async ({ page }) => {
    const refresh = await mockApi(page, apiPaths.refresh, (route) => route.continue())
    await openPage(page, '/about')
    await page.clock.fastForward(1_600_000)
    expect(refresh.count).toBe(0)
  })

  test('notices an ended session', async ({ page, context }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/about')
    await context.clearCookies()
    await page.clock.fastForward(1_500_000)
    const links = page.getByRole('banner')
    await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  })

  test('keeps the session when the server is unavailable', async ({ page, consoleErrors }) => {
    await logInAsNewStudent(page)
    await mockApi(page, apiPaths.refresh, respondWithError(503))
    await openPage(page, '/about')
    const responded = page.waitForResponse(`**${apiPaths.refresh}`)
    await page.clock.fastForward(1_500_000)
    await responded
    const links = page.getByRole('banner')
    await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  })
})

test('session and device are HttpOnly, SameSite=Lax cookies, and visitors have none', async ({
  page,
  context,
}) => {
  await openPage(page, '/login')
  expect(await context.cookies()).toEqual([])
  await fillFields(page, loginValues(await createStudent(page.request)))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' }
  const cookies = (await context.cookies()).toSorted((a, b) => a.name.localeCompare(b.name))
  expect(cookies).toEqual([
    expect.objectContaining({ name: 'quad', ...attributes }),
    expect.objectContaining({ name: 'quad-device', ...attributes }),
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('a page for students redirects visitors to login, and back afterwards', async ({
  page,
  request,
}) => {
  const guarded = '/rentals/create?from=test'
  const response = await page.request.get(guarded, { maxRedirects: 0 })
  expect(response.headers().location).toBe(`/login?next=${encodeURIComponent(guarded)}`)

  await openPage(page, '/about')
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, guarded)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(guarded)}`)
  const historyLength = () => page.evaluate(() => history.length)
  const before = await historyLength()
  await fillFields(page, loginValues(await createStudent(request)))
  await submitButton(page).click()
  await expect(page).toHaveURL(guarded)
  expect(await historyLength(), 'Back skips the login page').toBe(before)
})
