import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { requestResetLink } from '../support/reset-link.ts'
import { expectAccessible } from './accessibility.ts'
import {
  field,
  fieldMessage,
  fillFields,
  loginValues,
  mockApi,
  newPasswordValues,
  respondWithError,
  signUpValues,
  submitButton,
} from './account-forms.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import type { Servers } from './servers.ts'
import { createStudent, newStudent } from './students.ts'

const forms = {
  '/login': { heading: 'Welcome back', values: loginValues(newStudent()), api: apiPaths.login },
  '/register': { heading: 'Join Quad', values: signUpValues(newStudent()), api: apiPaths.users },
  '/forgot-password': {
    heading: 'Forgot your password?',
    values: { Email: newStudent().email },
    api: apiPaths.requestPasswordReset,
  },
  '/reset-password': {
    heading: 'Choose a new password',
    values: newPasswordValues('correct horse 1!'),
    api: apiPaths.resetPassword,
  },
}

/** The path, or a valid link for the form that needs one. */
async function formUrl(page: Page, path: string, server: Servers['main']) {
  if (path !== '/reset-password') return path
  const { email } = await createStudent(page.request)
  return requestResetLink(server, email)
}

type Form = (typeof forms)[keyof typeof forms]

/** The states of a form, one after the other. */
const states: ((page: Page, form: Form) => Promise<void>)[] = [
  async function empty(page, { heading }) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  },
  async function invalid(page) {
    await submitButton(page).click()
    await expect(page.getByText('Field required').first()).toBeVisible()
  },
  async function rejected(page, { api, values }) {
    await mockApi(page, api, respondWithError(429))
    await fillFields(page, values)
    await submitButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  async function pending(page, { api }) {
    await mockApi(page, api, () => undefined)
    await submitButton(page).click()
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'true')
  },
]

test.describe('accessible and without overflow:', bothWidths, () => {
  // Otherwise axe may measure a colour during a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.slow()

  for (const [path, form] of Object.entries(forms)) {
    test(`${path}: ${states.map(({ name }) => name).join(', ')}`, async ({ page, server }) => {
      await openPage(page, await formUrl(page, path, server))
      for (const enterState of states) {
        await test.step(enterState.name, async () => {
          await enterState(page, form)
          await expectAccessible(page)
          expect(await measureOverflow(page)).toEqual({ width: 0, height: 0 })
        })
      }
    })
  }

  test('/forgot-password after the request', async ({ page }) => {
    await openPage(page, '/forgot-password')
    await fillFields(page, forms['/forgot-password'].values)
    await submitButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expectAccessible(page)
  })

  test('/reset-password with an invalid token', async ({ page }) => {
    await openPage(page, '/reset-password?token=dead')
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    await expectAccessible(page)
  })

  test('/reset-password without a token', async ({ page }) => {
    await openPage(page, '/reset-password')
    await expectAccessible(page)
  })

  test('/renew with an unknown token', async ({ page }) => {
    await openPage(page, '/renew?token=unknown')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not renewed')
    await expectAccessible(page)
  })

  test('/login with the toast after a password change', async ({ page, server }) => {
    await mockApi(page, apiPaths.resetPassword, (route) =>
      route.fulfill({ json: { message: 'Your password was changed.' } }),
    )
    await openPage(page, await formUrl(page, '/reset-password', server))
    await fillFields(page, newPasswordValues('correct horse 1!'))
    await submitButton(page).click()
    await expect(page.getByText('Your password was changed.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await expectAccessible(page)
  })
})

for (const path of ['/login', '/register'] as const) {
  test(
    `${path} does not scroll, and its button is reachable above an on-screen keyboard`,
    bothWidths,
    async ({ page, isMobile }) => {
      await page.setViewportSize(
        isMobile ? { width: 390, height: 500 } : { width: 1440, height: 500 },
      )
      await openPage(page, path)
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
      expect(await measureOverflow(page)).toEqual({ width: 0, height: 0 })
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
      await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
      await submitButton(page).click()
      await expect(field(page, path === '/login' ? 'Email' : 'First name')).toBeInViewport({
        ratio: 1,
      })
      expect(await page.evaluate(() => scrollY)).toBe(0)
    },
  )

  test(`an error message on ${path} scrolls into view with the submit button`, async ({ page }) => {
    const { api, values } = forms[path]
    await mockApi(page, api, respondWithError(429))
    await page.setViewportSize({ width: 390, height: 500 })
    await openPage(page, path)
    await fillFields(page, values)
    await field(page, 'Password').press('Enter')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expect(submitButton(page)).toBeInViewport({ ratio: 1 })
  })

  test(`field errors on ${path} cause no layout shift`, bothWidths, async ({ page }) => {
    await openPage(page, path)
    const buttonTop = async () => (await submitButton(page).boundingBox())?.y
    const before = await buttonTop()
    await submitButton(page).click()
    await expect(page.getByText('Field required').first()).toBeVisible()
    expect(await buttonTop()).toBe(before)
  })
}

test('the background illustration is shown, and small', async ({ page }) => {
  const loaded = page.waitForResponse(/campus-evening.*\.svg$/)
  await openPage(page, '/login')
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
    test(`${path} says that it needs JavaScript, instead of showing its fields`, async ({
      page,
      server,
    }) => {
      await page.goto(await formUrl(page, path, server))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      for (const label of Object.keys(values)) await expect(field(page, label)).toBeHidden()
      await expect(submitButton(page)).toBeHidden()
      await expect(page.locator('form noscript > *')).toBeVisible()
      await expect(page.locator('form noscript > *')).toContainText('This form needs JavaScript.')
    })
  }
})

test('under a taken address are the ways to get in', async ({ page }) => {
  const { email } = await createStudent(page.request)
  await openPage(page, '/register?next=/about')
  await fillFields(page, signUpValues({ ...newStudent(), email }))
  await submitButton(page).click()
  const message = fieldMessage(page, 'Email')
  await expect(message).toContainText('Is it yours? Log in or reset your password.')
  const logIn = message.getByRole('link', { name: 'Log in' })
  await expect(logIn).toHaveAttribute('href', '/login?next=%2Fabout')
  await expectAccessible(page)
  await message.getByRole('link', { name: 'reset your password' }).click()
  await expect(page).toHaveURL('/forgot-password?next=%2Fabout')
})

test('in a try-out, a common password is taken and pointed out', async ({ page }) => {
  await openPage(page, '/register')
  await fillFields(page, signUpValues({ ...newStudent(), password: 'Password1!' }))
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your account is ready. This password is too common. You can change it on your account page.',
  )
})
