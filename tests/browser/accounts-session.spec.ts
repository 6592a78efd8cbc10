import { apiPaths } from '#contract/paths.ts'
import {
  answering,
  fill,
  forgiveFailures,
  fulfilled,
  loginValues,
  submit,
} from './accounts-forms.ts'
import { expect, hydrated, test } from './fixtures.ts'
import { joined, open, sessionLinks, signedIn } from './students.ts'

test('the page knows who is signed in before its code runs', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signedIn(page)
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => awake.then(() => route.continue()))
  await page.goto('/about', { waitUntil: 'commit' })
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  wake()
  await hydrated(page)
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(asked).not.toContain(apiPaths.me)
})

test('logging out says so while it runs, asks who is there now, and goes home', async ({
  page,
  isMobile,
}) => {
  await signedIn(page)
  await open(page, '/about')
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const logout = await answering(page, apiPaths.logout, (route) =>
    allowed.then(() => route.continue()),
  )
  const me = await answering(page, apiPaths.me, (route) => route.continue())
  const links = await sessionLinks(page, isMobile)
  await links.getByRole('button', { name: 'Logout' }).dblclick()
  await expect(links.getByRole('button', { name: 'Loading...' })).toBeVisible()
  allow()
  await expect(page).toHaveURL('/')
  const visitor = await sessionLinks(page, isMobile)
  await expect(visitor.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  expect({ logout: logout.count, me: me.count }).toEqual({ logout: 1, me: 1 })
})

test('a logout that fails says so, and the student stays', async ({
  page,
  isMobile,
  complaints,
}) => {
  await signedIn(page)
  await open(page, '/about')
  await answering(page, apiPaths.logout, fulfilled(503, 'Quad is busy right now.'))
  const links = await sessionLinks(page, isMobile)
  await links.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Quad is busy right now.')).toBeVisible()
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
  forgiveFailures(complaints, 1)
})

test('a session that ends in one tab ends in the others', async ({ page, context, isMobile }) => {
  await signedIn(page)
  await open(page, '/about')
  const other = await context.newPage()
  await open(other, '/about')
  await (await sessionLinks(other, isMobile)).getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  const links = await sessionLinks(page, isMobile)
  await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect(page).toHaveURL('/about')
})

test('a login in one tab is known in the others', async ({ page, context, isMobile }) => {
  await open(page, '/about')
  const other = await context.newPage()
  const student = await joined(other.request)
  await open(other, '/login')
  await fill(other, loginValues(student))
  await submit(other).click()
  const links = await sessionLinks(page, isMobile)
  await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a session that ended unseen is noticed when the page is looked at again', async ({
  page,
  context,
  isMobile,
}) => {
  await signedIn(page)
  await open(page, '/about')
  await context.clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const links = await sessionLinks(page, isMobile)
  await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
})

test.describe('every 1,500 seconds', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() =>
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
    )
  })

  test('the session is prolonged, in the background too', async ({ page, context }) => {
    await signedIn(page)
    const [before] = await context.cookies()
    const refresh = await answering(page, apiPaths.refresh, (route) => route.continue())
    await open(page, '/about')
    await page.clock.fastForward(1_499_000)
    expect(refresh.count).toBe(0)
    for (const count of [1, 2]) {
      const answered = page.waitForResponse(`**${apiPaths.refresh}`)
      await page.clock.fastForward(count === 1 ? 1_000 : 1_500_000)
      const answer = await answered
      expect(answer.request().method()).toBe('POST')
      expect(answer.status()).toBe(200)
      expect(refresh.count).toBe(count)
    }
    const [after] = await context.cookies()
    expect(after?.value).not.toBe(before?.value)
  })

  test('nobody asks for a visitor', async ({ page }) => {
    const refresh = await answering(page, apiPaths.refresh, (route) => route.continue())
    await open(page, '/about')
    await page.clock.fastForward(1_600_000)
    expect(refresh.count).toBe(0)
  })

  test('a session that is over by then is noticed', async ({ page, context, isMobile }) => {
    await signedIn(page)
    await open(page, '/about')
    await context.clearCookies()
    await page.clock.fastForward(1_500_000)
    const links = await sessionLinks(page, isMobile)
    await expect(links.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  })

  test('a server that is down logs nobody out', async ({ page, isMobile, complaints }) => {
    await signedIn(page)
    await answering(page, apiPaths.refresh, fulfilled(503))
    await open(page, '/about')
    const answered = page.waitForResponse(`**${apiPaths.refresh}`)
    await page.clock.fastForward(1_500_000)
    await answered
    const links = await sessionLinks(page, isMobile)
    await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible()
    forgiveFailures(complaints, 1)
  })
})

test('the session is one cookie out of reach of scripts and other sites, and visitors have none', async ({
  page,
  context,
}) => {
  await open(page, '/login')
  expect(await context.cookies()).toEqual([])
  await fill(page, loginValues(await joined(page.request)))
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await context.cookies()).toEqual([
    expect.objectContaining({ httpOnly: true, sameSite: 'Lax', path: '/' }),
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('a page for students sends visitors to log in and takes them back after it', async ({
  page,
  request,
}) => {
  const guarded = '/rentals/create?from=test'
  const answer = await page.request.get(guarded, { maxRedirects: 0 })
  expect(answer.headers().location).toBe(`/login?next=${encodeURIComponent(guarded)}`)

  await open(page, '/about')
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, guarded)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(guarded)}`)
  await fill(page, loginValues(await joined(request)))
  await submit(page).click()
  await expect(page).toHaveURL(guarded)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})
