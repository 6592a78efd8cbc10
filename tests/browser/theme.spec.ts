import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/paths.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { logInAsNewStudent, openSessionLinks } from './students.ts'

const choice = (page: Page) => page.getByRole('contentinfo').getByLabel('Theme')
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const scheme = (page: Page) =>
  page.evaluate(() => [
    document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content,
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  ])

const light = 'rgb(251, 247, 238)'
const dark = 'rgb(20, 17, 13)'

test(
  'light or dark is chosen in the footer, in all tabs, and stays',
  bothWidths,
  async ({ page, consoleErrors }) => {
    await openPage(page, '/')
    await expect(choice(page)).toHaveValue('system')
    expect(await background(page)).toBe(light)
    const other = await page.context().newPage()
    await openPage(other, pagePaths.about)

    await choice(page).selectOption('Dark')
    expect(await background(page)).toBe(dark)
    expect(await scheme(page)).toEqual(['dark', ['#14110D']])
    await expect(choice(other)).toHaveValue('dark')
    expect(await background(other)).toBe(dark)

    await test.step('the next document is dark before its JavaScript loads', async () => {
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto(pagePaths.rules)
      expect(await background(page)).toBe(dark)
      expect(await scheme(page)).toEqual(['dark', ['#14110D']])
      await page.unroute('**/assets/*.js')
      dropConsoleErrors(consoleErrors, failedRequest)
      await page.reload()
      await waitForHydration(page)
      await expect(choice(page)).toHaveValue('dark')
    })

    await test.step('a dark device can show a light page', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await choice(page).selectOption('Light')
      expect(await background(page)).toBe(light)
      expect(await scheme(page)).toEqual(['light', ['#FBF7EE']])
      await choice(page).selectOption('Same as device')
      expect(await background(page)).toBe(dark)
      expect(await scheme(page)).toEqual(['light dark', ['#14110D']])
      expect(await page.context().cookies()).toEqual([])
    })
  },
)

test(
  'the account page has the choice, too, and a logout keeps it',
  bothWidths,
  async ({ page, isMobile }) => {
    await logInAsNewStudent(page)
    await openPage(page, pagePaths.account)
    await page.getByRole('main').getByLabel('Theme').selectOption('Dark')
    expect(await background(page)).toBe(dark)
    await expect(choice(page)).toHaveValue('dark')
    const links = await openSessionLinks(page, isMobile)
    await links.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await page.reload()
    expect(await background(page)).toBe(dark)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' })

  test('the device decides, and there is nothing to choose', async ({ page }) => {
    await page.goto('/')
    await expect(choice(page)).toBeHidden()
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
  })
})
