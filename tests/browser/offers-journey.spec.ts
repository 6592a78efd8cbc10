import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { createStudent, logIn } from './students.ts'
import { askForMessages } from './threads.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Offer', exact: true })
const start = (page: Page) => page.getByRole('button', { name: 'Make an offer' })
const press = (page: Page, name: string) => panel(page).getByRole('button', { name }).click()
const messages = (page: Page, name: string) =>
  page.getByRole('region', { name: `Messages with ${name}` }).getByRole('listitem')

test(
  'buyer and seller: offer, counter, accept and undo',
  bothWidths,
  async ({ page: buyer, browser, isMobile, consoleErrors }) => {
    test.slow()
    const context = await browser.newContext(isMobile ? { viewport: buyer.viewportSize() } : {})
    const seller = await context.newPage()
    seller.on('pageerror', (error) => consoleErrors.push(String(error)))
    await logIn(seller, await createStudent(seller.request, { firstName: 'Ines', lastName: 'Roy' }))
    const listing = { title: 'Floor lamp', price: 40 }
    const listingId = await createListing(seller, 'misc', listing)
    await logIn(buyer, await createStudent(buyer.request, { firstName: 'Ben', lastName: 'Okafor' }))
    const first = await buyer.request.post(apiPaths.listingMessages('misc', listingId), {
      data: { body: 'Is the lamp still there?' },
    })
    const { thread_id: threadId } = await first.json()
    await openPage(buyer, pagePaths.thread(threadId))
    await openPage(seller, pagePaths.thread(threadId))

    // The buyer chooses a quick step, which can be edited. A mistake is explained, and what was typed stays.
    await start(buyer).click()
    const amount = panel(buyer).getByRole('textbox', { name: 'Your offer' })
    await expect(amount).toBeFocused()
    await press(buyer, 'Cancel')
    await expect(start(buyer)).toBeFocused()
    await start(buyer).press('Enter')
    await amount.press('Escape')
    await expect(start(buyer)).toBeFocused()
    await expect(amount).toHaveCount(0)
    await start(buyer).press('Enter')
    await amount.fill('a lot')
    await press(buyer, 'Send offer')
    const error = panel(buyer).getByText('Enter a whole amount from 1 to 1,000,000')
    expect((await error.boundingBox())?.height, 'one line').toBeLessThan(30)
    await expect(amount).toHaveValue('a lot')
    // More than the price is asked about once, and another amount is asked about again.
    await amount.fill('90')
    await press(buyer, 'Send offer')
    await expect(amount).toHaveAccessibleDescription(
      "That's more than the $40 asked. Send it anyway?",
    )
    await expect(panel(buyer).getByRole('button', { name: 'Send $90' })).toBeVisible()
    await expect(amount).toBeFocused()
    await press(buyer, '$36')
    await expect(amount).toHaveValue('36')
    await expect(amount).toHaveAccessibleDescription('')
    if (!isMobile) await expectAccessible(buyer, panel(buyer))
    await press(buyer, 'Send offer')
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('I offer $36.')
    await expect(panel(buyer)).toContainText('You offered $36')
    await expect(panel(buyer).getByRole('button')).toHaveText(['Withdraw offer'])

    // The seller counters. The buyer accepts in one press.
    await askForMessages(seller)
    await expect(panel(seller)).toContainText('Ben Okafor offers $36')
    const markPending = seller.getByRole('button', { name: 'Mark pending' })
    await expect(markPending).toBeHidden()
    await press(seller, 'Counter')
    await seller.keyboard.press('Escape')
    await expect(panel(seller).getByRole('button', { name: 'Counter' })).toBeFocused()
    await press(seller, 'Counter')
    await panel(seller).getByRole('textbox', { name: 'Your counter-offer' }).fill('38')
    await press(seller, 'Send counter-offer')
    await expect(messages(seller, 'Ben Okafor').last()).toContainText('You can have it for $38')
    await expect(markPending).toBeVisible()
    await askForMessages(buyer)
    await expect(panel(buyer)).toContainText('Ines Roy offers $38')
    if (!isMobile) await expectAccessible(buyer, panel(buyer))
    await press(buyer, 'Accept $38')
    await expect(panel(buyer)).toContainText('Deal: $38 The listing now shows as pending.')
    await expect(panel(buyer).getByRole('status')).toBeFocused()
    await askForMessages(seller)
    await expect(panel(seller)).toContainText('Deal: $38 The listing now shows as pending.')
    const conversation = seller.getByRole('region', { name: 'Conversation with Ben Okafor' })
    const status = conversation.getByText('Pending', { exact: true })
    await expect(status).toBeVisible()
    if (isMobile) {
      const topOf = async (part: typeof status) => (await part.boundingBox())?.y ?? 0
      const title = conversation.getByRole('link', { name: 'Floor lamp' }).first()
      expect(await topOf(status), 'beside the name').toBeLessThan((await topOf(title)) - 10)
    }

    // Another status would call the deal off, so it asks first.
    await seller.getByRole('button', { name: 'Mark available' }).click()
    const question = seller.getByRole('dialog', { name: 'Call off your deal?' })
    await expect(question).toContainText('You agreed on $38 with a student.')
    await question.getByRole('button', { name: 'Keep the deal' }).click()
    await expect(question).toBeHidden()

    // The seller undoes it in one press. Both read it.
    await press(seller, 'Undo deal')
    await expect(messages(seller, 'Ben Okafor').last()).toContainText('Our deal at $38 is off.')
    await askForMessages(buyer)
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('Our deal at $38 is off.')
    await expect(panel(buyer).getByRole('button')).toHaveCount(0)
    await expect(start(buyer)).toBeVisible()

    // A second press sends an amount above the price.
    await start(buyer).click()
    await amount.fill('45')
    await amount.press('Enter')
    await press(buyer, 'Send $45')
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('I offer $45.')
    await context.close()
  },
)

test('a seller says in the form that the price is firm, and the buyer reads it', async ({
  page,
  browser,
}) => {
  await logIn(page, await createStudent(page.request))
  const listingId = await createListing(page, 'misc', { price: 40 })
  await openPage(page, pagePaths.edit('misc', listingId))
  await page.getByText('Offers (optional)', { exact: true }).click()
  const lowest = page.getByRole('textbox', { name: "Lowest offer you'd consider" })
  await lowest.fill('45')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Must be lower than the price')).toBeVisible()
  await lowest.fill('30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await openPage(page, pagePaths.edit('misc', listingId))
  const offers = page.getByText('Offers (optional)', { exact: true })
  await expect(page.locator('summary', { has: offers })).toContainText('Lowest offer: $30')
  await offers.click()
  await expect(lowest).toHaveValue('30')
  await page.getByRole('checkbox', { name: 'Price is firm' }).check()
  await expect(lowest).toBeHidden()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/dashboard/)
  const visitor = await (await browser.newContext()).newPage()
  await openPage(visitor, pagePaths.listing('misc', listingId))
  await expect(visitor.getByText(/firm/).first()).toBeVisible()
  await visitor.context().close()
})
