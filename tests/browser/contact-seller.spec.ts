import type { Page } from '@playwright/test'
import type { Contact } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, mockApi, submitButton } from './account-forms.ts'
import {
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { observeLayoutShifts } from './layout.ts'
import { createListing } from './listings.ts'
import { createStudent, logInAsNewStudent, type Student } from './students.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })
const bar = (page: Page) => page.locator('.contact-bar')

test(
  'a visitor logs in, finds the dialog open, and begins a conversation',
  bothWidths,
  async ({ page, isMobile, consoleErrors }) => {
    const seller = await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    await page.context().clearCookies()
    const buyer = await createStudent(page.request)
    const path = pagePaths.listing('misc', id)

    await openPage(page, path)
    if (isMobile) {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(bar(page)).toBeVisible()
      await expectAccessible(page)
      await panel(page).scrollIntoViewIfNeeded()
      await expect(bar(page)).toBeHidden()
      // Above it only the heading of the panel is left.
      await panel(page)
        .getByRole('heading')
        .evaluate((heading) => {
          scrollBy(0, heading.getBoundingClientRect().bottom + 80 - innerHeight)
        })
      await expect(bar(page)).toBeVisible()
    }
    await panel(page).getByRole('link', { name: 'Log in to contact the seller' }).click()
    await expect(page.getByText('Log in to contact the seller.')).toBeVisible()
    await fillFields(page, loginValues(buyer))
    await submitButton(page).click()
    const button = panel(page).getByRole('link', { name: 'Message' })
    const dialog = page.getByRole('dialog', { name: `Message ${seller.firstName}` })
    const field = dialog.getByRole('textbox', { name: 'Your message' })
    await expect(field).toBeFocused()
    await expect(page).toHaveURL(path)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport({ ratio: 1 })

    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.type('Hi!')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toContainText('Write at least 10 characters')
    await expect(field).toBeFocused()
    await dialog.getByRole('button', { name: 'When could I see it?' }).click()
    await expect(field).toHaveValue('Hi! When could I see it?')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    const readLayoutShifts = await observeLayoutShifts(page)
    await page.reload()
    await waitForHydration(page)
    await expect(panel(page)).toContainText(seller.email)
    await expect(dialog, 'it opens by itself once').toBeHidden()
    expect(await readLayoutShifts()).toEqual([])
    if (isMobile) await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await (isMobile ? bar(page) : panel(page)).getByRole('link', { name: 'Message' }).click()
    await expect(field).toHaveValue('Hi! When could I see it?')

    // The server takes it, but its answer is lost.
    const calls = `**${apiPaths.listingMessages('misc', id)}`
    await page.route(calls, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('alert')).toContainText('No connection')
    await page.unroute(calls)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page).toHaveURL(/\/messages\/\d+$/)
    const threadPath = new URL(page.url()).pathname
    const messages = apiPaths.messages(threadPath.split('/').at(-1) ?? '')
    const { results } = await (await page.request.get(messages)).json()
    expect(results.map(({ body }: { body: string }) => body)).toEqual(['Hi! When could I see it?'])

    await page.goBack()
    await expect(panel(page).getByRole('link', { name: 'Open your conversation' })).toHaveAttribute(
      'href',
      threadPath,
    )
    await expect(dialog).toBeHidden()
    dropConsoleErrors(consoleErrors, failedRequest)
  },
)

/** Logs in by the button of the listing's panel. */
async function logInToContact(page: Page, path: string, student: Student) {
  await openPage(page, path)
  await panel(page).getByRole('link', { name: 'Log in to contact the seller' }).click()
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
}

const mockContact = (page: Page, id: number, contact: Partial<Contact>) =>
  mockApi(page, apiPaths.contact('misc', id), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...contact } })
  })

for (const [whom, contact, focused] of [
  ['one who takes mail alone', { messages: false }, 'Email Seller'],
  ['one to whom the buyer has written', { thread_id: 1 }, 'Open your conversation'],
  ['one whom the buyer has blocked', { messages: false, blocked: true }, /^Unblock/],
] as const) {
  test(`after the login no dialog opens to write to ${whom}`, async ({ page }) => {
    await logInAsNewStudent(page)
    const id = await createListing(page, 'misc')
    await page.context().clearCookies()
    const buyer = await createStudent(page.request)
    await mockContact(page, id, contact)
    await logInToContact(page, pagePaths.listing('misc', id), buyer)
    await expect(panel(page).getByRole('link', { name: focused })).toBeFocused()
    await expect(page).toHaveURL(pagePaths.listing('misc', id))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a click on the first button of a seller who takes mail alone is left to the browser', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await page.context().clearCookies()
  await logInAsNewStudent(page)
  await mockContact(page, id, { messages: false })
  await openPage(page, pagePaths.listing('misc', id))
  const button = panel(page).getByRole('link', { name: 'Email Seller' })
  await expect(button).toHaveAttribute('href', /^mailto:/)
  const { promise: isPrevented, resolve } = Promise.withResolvers<boolean>()
  await page.exposeFunction('tellClick', resolve)
  await page.evaluate(() => {
    addEventListener('click', (event) => {
      Object(window).tellClick(event.defaultPrevented)
      // Else a mail program would open.
      event.preventDefault()
    })
  })
  await button.click()
  expect(await isPrevented).toBe(false)
})

test('after the login of the seller nothing opens', async ({ page }) => {
  const seller = await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await page.context().clearCookies()
  await logInToContact(page, pagePaths.listing('misc', id), seller)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a link that others wrote opens no dialog', async ({ page }) => {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await page.context().clearCookies()
  await logInAsNewStudent(page)
  const path = `${pagePaths.listing('misc', id)}#contact`
  await openPage(page, pagePaths.login(path))
  await expect(panel(page).getByRole('link', { name: 'Message' })).toBeFocused()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
