import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import {
  answering,
  field,
  fill,
  fulfilled,
  loginValues,
  newPasswordValues,
  signUpValues,
  submit,
} from './accounts-forms.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { newStudent, open } from './students.ts'

const forms = {
  '/login': { heading: 'Welcome back', values: loginValues(newStudent()), api: apiPaths.login },
  '/register': { heading: 'Join Quad', values: signUpValues(newStudent()), api: apiPaths.users },
  '/forgot-password': {
    heading: 'Forgot your password?',
    values: { Email: newStudent().email },
    api: apiPaths.resetPassword,
  },
  '/reset-password?token=any': {
    heading: 'Choose a new password',
    values: newPasswordValues('correct horse 1!'),
    api: apiPaths.changePassword,
  },
}

type Form = (typeof forms)[keyof typeof forms]

/** What a form goes through, one after the other. */
const states: ((page: Page, form: Form) => Promise<void>)[] = [
  async function empty(page, { heading }) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  },
  async function wrong(page) {
    await submit(page).click()
    await expect(page.getByText('Field required').first()).toBeVisible()
  },
  async function refused(page, { api, values }) {
    await answering(page, api, fulfilled(429))
    await fill(page, values)
    await submit(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  async function busy(page, { api }) {
    await answering(page, api, () => undefined)
    await submit(page).click()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  },
]

test.describe('is accessible and fits:', () => {
  // Still pictures, so that axe never measures a colour half way through a fade.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.slow()

  for (const [path, form] of Object.entries(forms)) {
    test(`${path}: ${states.map(({ name }) => name).join(', ')}`, async ({ page }) => {
      await open(page, path)
      for (const reach of states) {
        await test.step(reach.name, async () => {
          await reach(page, form)
          await expectAccessible(page)
          expect(await overflow(page)).toEqual({ width: 0, height: 0 })
        })
      }
    })
  }

  test('/forgot-password after it was sent', async ({ page }) => {
    await open(page, '/forgot-password')
    await fill(page, forms['/forgot-password'].values)
    await submit(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
    await expectAccessible(page)
  })

  test('/reset-password with a dead token', async ({ page }) => {
    await open(page, '/reset-password?token=dead')
    await fill(page, newPasswordValues('correct horse 1!'))
    await submit(page).click()
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
    await expectAccessible(page)
  })

  test('/reset-password without a token', async ({ page }) => {
    await open(page, '/reset-password')
    await expectAccessible(page)
  })

  test('/login with the news of a changed password', async ({ page }) => {
    await answering(page, apiPaths.changePassword, (route) =>
      route.fulfill({ json: { message: 'Your password was changed.' } }),
    )
    await open(page, '/reset-password?token=any')
    await fill(page, newPasswordValues('correct horse 1!'))
    await submit(page).click()
    await expect(page.getByText('Your password was changed.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await expectAccessible(page)
  })
})

/** How far the whole page could be scrolled. */
function overflow(page: Page) {
  return page.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    height: document.documentElement.scrollHeight - innerHeight,
  }))
}

for (const path of ['/login', '/register'] as const) {
  test(`${path} stays put, and its button is in reach above an open keyboard`, async ({
    page,
    isMobile,
  }) => {
    await page.setViewportSize(
      isMobile ? { width: 390, height: 500 } : { width: 1440, height: 500 },
    )
    await open(page, path)
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    expect(await overflow(page)).toEqual({ width: 0, height: 0 })
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await expect(submit(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    await submit(page).click()
    await expect(field(page, path === '/login' ? 'Email' : 'First name')).toBeInViewport({
      ratio: 1,
    })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test(`a refusal comes into view on ${path}, with the button to try again`, async ({ page }) => {
    const { api, values } = forms[path]
    await answering(page, api, fulfilled(429))
    await page.setViewportSize({ width: 390, height: 500 })
    await open(page, path)
    await fill(page, values)
    await field(page, 'Password').press('Enter')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expect(submit(page)).toBeInViewport({ ratio: 1 })
  })

  test(`errors move nothing on ${path}`, async ({ page }) => {
    await open(page, path)
    const place = async () => (await submit(page).boundingBox())?.y
    const before = await place()
    await submit(page).click()
    await expect(page.getByText('Field required').first()).toBeVisible()
    expect(await place()).toBe(before)
  })
}

test('the campus behind the form is drawn, and light', async ({ page }) => {
  const loaded = page.waitForResponse(/campus-evening.*\.svg$/)
  await open(page, '/login')
  expect((await (await loaded).body()).byteLength).toBeLessThan(40_000)
  const drawn = () =>
    page
      .locator('.account-scene use')
      .evaluate((use: SVGUseElement) => use.getBoundingClientRect().height)
  await expect.poll(drawn).toBeGreaterThan(500)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, { heading, values }] of Object.entries(forms)) {
    test(`${path} can be read, and says what it needs`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      for (const label of Object.keys(values)) await expect(field(page, label)).toBeVisible()
      await expect(page.locator('noscript > *')).toBeVisible()
      await expect(page.locator('noscript > *')).toContainText('This form needs JavaScript.')
    })
  }
})
