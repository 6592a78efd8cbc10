import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, submitButton } from './account-forms.ts'
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
import { createStudent, logInAsNewStudent } from './students.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })
const bar = (page: Page) => page.locator('.contact-bar')

test(
  'a visitor logs in, is back at the button, and begins a conversation',
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
    await fillFields(page, loginValues(buyer))
    await submitButton(page).click()
    const button = panel(page).getByRole('link', { name: 'Message' })
    await expect(button).toBeFocused()
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(`${path}#contact`)

    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Message ${seller.firstName}` })
    const field = dialog.getByRole('textbox', { name: 'Your message' })
    await expect(field).toBeFocused()
    await page.keyboard.type('Hi!')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toContainText('Please write at least 10 characters')
    await expect(field).toBeFocused()
    await dialog.getByRole('button', { name: 'When could I see it?' }).click()
    await expect(field).toHaveValue('Hi! When could I see it?')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    const readLayoutShifts = await observeLayoutShifts(page)
    await page.goto(path)
    await waitForHydration(page)
    await expect(panel(page)).toContainText(seller.email)
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
    dropConsoleErrors(consoleErrors, failedRequest)
  },
)
