import type { Page } from '@playwright/test'
import type { Contact } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, mockApi, submitButton } from './account-forms.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { createListing } from './listings.ts'
import { observeShiftsOnceParsed } from './settle.ts'
import { createStudent, logInAsNewStudent, type Student } from './students.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })
const bar = (page: Page) => page.locator('.contact-bar')

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

test('a visitor logs in, finds the dialog open, and begins a conversation', async ({
  page,
  consoleErrors,
}) => {
  const seller = await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  await page.context().clearCookies()
  const buyer = await createStudent(page.request)
  const path = pagePaths.listing('misc', id)

  await openPage(page, path)
  // This is like turning a tablet.
  await page.setViewportSize(phone)
  await test.step('on a phone a bar stands in for the panel that is out of sight', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden()
    await expectAccessible(page)
    await panel(page).scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeHidden()
    // Only the heading of the panel is left above the bar.
    await panel(page)
      .getByRole('heading')
      .evaluate((heading) => {
        scrollBy(0, heading.getBoundingClientRect().bottom + 80 - innerHeight)
      })
    await expect(bar(page)).toBeVisible()
    // The bar's button and the panel's are never on the screen together.
    await panel(page)
      .getByRole('link', { name: 'Sign up to message' })
      .evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom + 30 - innerHeight))
    await expect(bar(page)).toBeHidden()
  })
  await panel(page).getByRole('link', { name: 'Log in to message' }).click()
  await expect(page.getByText('Log in to contact this student.')).toBeVisible()
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

  await page.setViewportSize(desktop)
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

  const readLayoutShifts = await observeShiftsOnceParsed(page)
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    // The page starts at the top. Further down, the reader would see the empty space for more listings close, as this seller
    // has no others.
    await page.evaluate(() => scrollTo(0, 0))
    await button.scrollIntoViewIfNeeded()
    await page.reload()
    await waitForHydration(page)
    await expect(panel(page)).toContainText(seller.email)
    await expect(dialog, 'it opens by itself once').toBeHidden()
    expect(await readLayoutShifts()).toEqual([])
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await bar(page).getByRole('link', { name: 'Message' }).click()
  await expect(field).toHaveValue('Hi! When could I see it?')

  // The server accepts the message, but its answer is lost.
  const calls = `**${apiPaths.listingMessages('misc', id)}`
  await page.route(calls, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('alert')).toContainText("You're offline.")
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
})

/** Logs in with the button of the listing's panel. */
async function logInToContact(page: Page, path: string, student: Student) {
  await openPage(page, path)
  await panel(page).getByRole('link', { name: 'Log in to message' }).click()
  await fillFields(page, loginValues(student))
  await submitButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
}

const mockContact = (page: Page, id: number, contact: Partial<Contact>) =>
  mockApi(page, apiPaths.contact('misc', id), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...contact } })
  })

test('after a login by the button of the panel no dialog opens where there is no message to write', async ({
  page,
}) => {
  const seller = await logInAsNewStudent(page)
  const id = await createListing(page, 'misc')
  const path = pagePaths.listing('misc', id)
  const expectNoDialog = () => expect(page.getByRole('dialog')).toHaveCount(0)

  for (const [whom, contact, focused] of [
    ['to a seller the buyer has written to', { thread_id: 1 }, 'Open your conversation'],
    ['to a seller the buyer has blocked', { messages: false, blocked: true }, /^Unblock/],
    ['to a seller who only takes email', { messages: false }, 'Email Seller'],
  ] as const) {
    await test.step(whom, async () => {
      await page.context().clearCookies()
      const buyer = await createStudent(page.request)
      await mockContact(page, id, contact)
      await logInToContact(page, path, buyer)
      await expect(panel(page).getByRole('link', { name: focused })).toBeFocused()
      await expect(page).toHaveURL(path)
      await expectNoDialog()
    })
  }

  await test.step('a click on the email button is left to the browser', async () => {
    const button = panel(page).getByRole('link', { name: 'Email Seller' })
    await expect(button).toHaveAttribute('href', /^mailto:/)
    const { promise: isPrevented, resolve } = Promise.withResolvers<boolean>()
    await page.exposeFunction('tellClick', resolve)
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        Object(window).tellClick(event.defaultPrevented)
        // Without this, an email program would open.
        event.preventDefault()
      })
    })
    await button.click()
    expect(await isPrevented).toBe(false)
  })

  await test.step('to oneself', async () => {
    await page.unrouteAll()
    await page.context().clearCookies()
    await logInToContact(page, path, seller)
    await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
    await expectNoDialog()
  })

  await test.step('after a link that someone else wrote', async () => {
    await logInAsNewStudent(page)
    await openPage(page, pagePaths.login(`${path}#contact`))
    await expect(panel(page).getByRole('link', { name: 'Message' })).toBeFocused()
    await expect(page).toHaveURL(`${path}#contact`)
    await expectNoDialog()
  })
})
