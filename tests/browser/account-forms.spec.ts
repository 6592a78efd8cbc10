import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { requestResetLink } from '../support/reset-link.ts'
import { expectAccessible } from './accessibility.ts'
import {
  field,
  fillFields,
  loginValues,
  mockApi,
  newPasswordValues,
  respondWithError,
  signUpValues,
  submitButton,
} from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import type { Servers } from './servers.ts'
import { createStudent, newStudent } from './students.ts'

const forms = {
  '/login': {
    heading: 'Welcome back',
    values: loginValues(newStudent()),
    api: apiPaths.login,
    isAlwaysOneScreen: true,
  },
  '/register': {
    heading: 'Join Quad',
    values: signUpValues(newStudent()),
    api: apiPaths.users,
    isAlwaysOneScreen: true,
  },
  '/forgot-password': {
    heading: 'Forgot your password?',
    values: { Email: newStudent().email },
    api: apiPaths.requestPasswordReset,
    isAlwaysOneScreen: false,
  },
  '/reset-password': {
    heading: 'Choose a new password',
    values: newPasswordValues('correct horse 1!'),
    api: apiPaths.resetPassword,
    isAlwaysOneScreen: false,
  },
}

/** Returns the path, or a valid link for the form that needs one. */
async function formUrl(page: Page, path: string, server: Servers['main']) {
  if (path !== '/reset-password') return path
  const { email } = await createStudent(page.request)
  return requestResetLink(server, email)
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** The height that an on-screen keyboard leaves. */
const shortHeight = 500

/** Checks both widths. Leaves the page at desktop size. */
async function expectNoOverflow(page: Page, state: string) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect
      .soft(await measureOverflow(page), `${state}, ${size.width} px`)
      .toEqual({ width: 0, height: 0 })
  }
}

/** Returns the position of the submit button at both widths. Leaves the page at desktop size. */
async function measureButtonTops(page: Page) {
  const tops: (number | undefined)[] = []
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    tops.push((await submitButton(page).boundingBox())?.y)
  }
  return tops
}

/** Expects that the form scrolls and not the document: the header stays, and the button can be reached. */
async function expectOneScreen(page: Page, firstField: string) {
  for (const { width } of [phone, desktop]) {
    await page.setViewportSize({ width, height: shortHeight })
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    expect(await measureOverflow(page)).toEqual({ width: 0, height: 0 })
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    await submitButton(page).click()
    // The scroll to an invalid field may end a fraction of a pixel short.
    await expect(field(page, firstField)).toBeInViewport({ ratio: 0.99 })
    const header = await page.getByRole('banner').boundingBox()
    const label = await page.locator('label', { hasText: firstField }).first().boundingBox()
    expect(label?.y, 'the label is not under the header').toBeGreaterThanOrEqual(
      header?.height ?? 0,
    )
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
}

test.describe('accessible, without overflow and layout shifts:', () => {
  // Without this, axe may measure a colour during a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const [path, { heading, values, api, isAlwaysOneScreen }] of Object.entries(forms)) {
    test(`${path}: empty, invalid, rejected, pending, before a small illustration`, async ({
      page,
      server,
    }) => {
      test.slow()
      const illustration = page.waitForResponse(/campus-evening.*\.svg$/)
      await openPage(page, await formUrl(page, path, server))

      await test.step('empty', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        expect((await (await illustration).body()).byteLength).toBeLessThan(40_000)
        const drawn = () =>
          page
            .locator('.account-scene use')
            .evaluate((use: SVGUseElement) => use.getBoundingClientRect().height)
        await expect.poll(drawn).toBeGreaterThan(500)
        await expectNoOverflow(page, 'empty')
        // every-screen.spec.ts checks the other forms.
        if (path === '/reset-password') await expectAccessible(page)
      })

      await test.step('invalid', async () => {
        const before = await measureButtonTops(page)
        await submitButton(page).click()
        await expect(page.getByText('Field required').first()).toBeVisible()
        if (isAlwaysOneScreen) expect(await measureButtonTops(page)).toEqual(before)
        await expectNoOverflow(page, 'invalid')
        await expectAccessible(page)
        if (isAlwaysOneScreen) await expectOneScreen(page, Object.keys(values)[0] ?? '')
      })

      await test.step('rejected', async () => {
        await mockApi(page, api, respondWithError(429))
        await page.setViewportSize({ width: phone.width, height: shortHeight })
        await fillFields(page, values)
        await field(page, 'Password' in values ? 'Password' : 'Email').press('Enter')
        await expect(page.getByRole('alert')).toBeVisible()
        if (isAlwaysOneScreen) {
          await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
          await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
        }
        await expectNoOverflow(page, 'rejected')
        await expectAccessible(page)
      })

      await test.step('pending', async () => {
        await mockApi(page, api, () => undefined)
        await submitButton(page).click()
        await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true')
        await expectNoOverflow(page, 'pending')
        await expectAccessible(page)
      })
    })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the forms say that they need JavaScript, instead of showing their fields', async ({
    page,
    server,
  }) => {
    for (const [path, { heading, values }] of Object.entries(forms)) {
      await page.goto(await formUrl(page, path, server))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      for (const label of Object.keys(values)) await expect(field(page, label)).toBeHidden()
      await expect(submitButton(page)).toBeHidden()
      await expect(page.locator('form noscript > *')).toBeVisible()
      await expect(page.locator('form noscript > *')).toContainText('This form needs JavaScript.')
    }
  })
})
