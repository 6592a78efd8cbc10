import { apiPaths } from '#contract/paths.ts'
import {
  continueRequest,
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
import { createStudent, logIn, logInAsNewStudent, openSessionLinks } from './students.ts'

test('the header shows the session before hydration, asks for it once, and keeps it when a logout fails', async ({
  page,
  consoleErrors,
}) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await logInAsNewStudent(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()))
  await page.goto('/about', { waitUntil: 'commit' })
  const header = page.getByRole('banner')
  const logout = header.getByRole('button', { name: 'Log out' })
  await expect(logout).toBeVisible()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
  release()
  await waitForHydration(page)
  await expect(logout).toBeVisible()
  await expect.poll(() => requestedPaths.filter((path) => path === apiPaths.me).length).toBe(1)

  await mockApi(page, apiPaths.logout, respondWithError(503, 'Quad is busy right now.'))
  await logout.click()
  await expect(page.getByText('Quad is busy right now.')).toBeVisible()
  await expect(logout).toBeVisible()
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
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
    const me = await mockApi(page, apiPaths.me, continueRequest)
    const links = await openSessionLinks(page, isMobile)
    await links.getByRole('button', { name: 'Log out' }).dblclick()
    await expect(links.getByRole('button', { name: 'Loading...' })).toBeVisible()
    release()
    await expect(page).toHaveURL('/')
    const visitor = await openSessionLinks(page, isMobile)
    await expect(visitor.getByRole('link', { name: 'Sign up' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Log out' })).toHaveCount(0)
    expect({ logout: logout.count, me: me.count }).toEqual({ logout: 1, me: 1 })
  },
)

test('logout from the dashboard never shows its page for visitors, and is seen in other tabs', async ({
  page,
  context,
}) => {
  await logInAsNewStudent(page)
  const other = await context.newPage()
  await openPage(other, '/about')
  await openPage(page, '/dashboard')
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes('You are not currently logged in.')) {
        console.error('the dashboard of a visitor was shown')
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(other).toHaveURL('/about')
})

test('logout leaves an unsaved form without a question, and deletes its draft', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  await page.getByLabel('Title').fill('Desk')
  const countStored = () => page.evaluate(() => localStorage.length)
  const countDrafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')).length)
  await expect.poll(countDrafts).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(countStored).toBe(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible()
})

test('an ended session is noticed when the page becomes visible, and the login says so, but not to a visitor', async ({
  page,
  context,
}) => {
  const student = await logInAsNewStudent(page)
  // Without this, the first answer may arrive after the second.
  const firstAnswer = page.waitForResponse(`**${apiPaths.me}`)
  await openPage(page, '/about')
  await firstAnswer
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible()

  await logIn(page, student)
  await openPage(page, '/saved')
  const readKey = (key: string) => page.evaluate((stored) => localStorage.getItem(stored), key)
  await expect.poll(() => readKey('student')).not.toBeNull()
  await page.evaluate(() => {
    localStorage.setItem('recent-searches', '["desk"]')
    localStorage.setItem('draft/0/thread/3', '"by another student"')
  })
  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => readKey('draft/0/thread/3')).toBeNull()
  expect(await readKey('recent-searches'), 'the same student').toBe('["desk"]')
  await context.clearCookies()
  await comeBackToTab(page)
  await expect(page).toHaveURL('/login?next=%2Fsaved')
  await expect.poll(() => readKey('recent-searches')).toBeNull()
  const sentence = page.getByText("You've been logged out. Log in to continue.")
  await expect(sentence).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(sentence).toBeVisible()
  await openPage(page, '/saved')
  await expect(page).toHaveURL('/login?next=%2Fsaved')
  await expect(sentence).toHaveCount(0)
})

test('a page that Back shows again follows a login and a logout since', async ({
  page,
  context,
}) => {
  const header = page.getByRole('banner')
  const logout = header.getByRole('button', { name: 'Log out' })
  const signUp = header.getByRole('link', { name: 'Sign up' })
  /** Simulates that the browser freezes a page and shows it again. Playwright turns this feature off. */
  const restore = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await openPage(page, '/about')
  await openPage(page, '/rentals')
  await expect(signUp).toBeVisible()
  await logInAsNewStudent(page)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(logout).toBeVisible()

  await context.clearCookies()
  await restore()
  await expect(signUp).toBeVisible()
  await logInAsNewStudent(page)
  await restore()
  await expect(logout).toBeVisible()
})

test('a session is refreshed every 1,500 seconds, also in a hidden tab, and that of a visitor is not', async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.clock.install()
  await page.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
  )
  const refresh = await mockApi(page, apiPaths.refresh, continueRequest)
  const sessionCookie = async () =>
    (await context.cookies()).find(({ name }) => name === 'quad')?.value
  const header = page.getByRole('banner')
  /** Advances the clock to the next refresh, and returns its response. */
  const waitForRefresh = async (milliseconds: number) => {
    const responded = page.waitForResponse(`**${apiPaths.refresh}`)
    await page.clock.fastForward(milliseconds)
    return responded
  }

  await test.step('not for a visitor', async () => {
    await openPage(page, '/about')
    await page.clock.fastForward(1_600_000)
    expect(refresh.count).toBe(0)
  })

  await test.step('rotates the cookie', async () => {
    await logInAsNewStudent(page)
    const before = await sessionCookie()
    await openPage(page, '/about')
    await page.clock.fastForward(1_499_000)
    expect(refresh.count).toBe(0)
    for (const count of [1, 2]) {
      const response = await waitForRefresh(count === 1 ? 1_000 : 1_500_000)
      expect(response.request().method()).toBe('POST')
      expect(response.status()).toBe(200)
      expect(refresh.count).toBe(count)
    }
    expect(before).toBeTruthy()
    expect(await sessionCookie()).not.toBe(before)
  })

  await test.step('keeps the session when the server is unavailable', async () => {
    refresh.handle = respondWithError(503)
    expect((await waitForRefresh(1_500_000)).status()).toBe(503)
    await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect.poll(() => dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  })

  await test.step('notices an ended session', async () => {
    refresh.handle = continueRequest
    await context.clearCookies()
    await waitForRefresh(1_500_000)
    await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible()
  })
})

test('a page for students redirects visitors to login, and back afterwards', async ({
  page,
  request,
}) => {
  const guarded = '/rentals/create?from=test'
  for (const path of [guarded, '/account']) {
    const response = await page.request.get(path, { maxRedirects: 0 })
    expect(response.headers().location).toBe(`/login?next=${encodeURIComponent(path)}`)
  }

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
