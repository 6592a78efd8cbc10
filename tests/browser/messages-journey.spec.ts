import type { Page } from '@playwright/test'
import { cannotMessageText } from '#contract/message-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, loginValues, submitButton } from './account-forms.ts'
import { bothWidths, comeBackToTab, expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { createStudent, logIn, openSessionLinks } from './students.ts'
import { askForMessages } from './threads.ts'

const thread = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` })
const messages = (page: Page, name: string) =>
  page.getByRole('region', { name: `Messages with ${name}` }).getByRole('listitem')
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Message to ${name}` })

async function write(page: Page, name: string, text: string) {
  await field(page, name).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(messages(page, name).last()).toContainText(text)
}

async function chooseInMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

test(
  'buyer and seller: contact, reply, sale, report and block',
  bothWidths,
  async ({ page: buyer, browser, isMobile, consoleErrors }) => {
    test.slow()
    const seller = await (await browser.newContext()).newPage()
    seller.on('pageerror', (error) => consoleErrors.push(String(error)))
    await logIn(seller, await createStudent(seller.request, { firstName: 'Ines', lastName: 'Roy' }))
    const listing = pagePaths.listing(
      'misc',
      await createListing(seller, 'misc', { title: 'Floor lamp' }),
    )
    await openPage(seller, pagePaths.about)

    // A visitor logs in to write, and writes a message.
    const student = await createStudent(buyer.request, { firstName: 'Ben', lastName: 'Okafor' })
    await openPage(buyer, listing)
    await buyer.getByRole('link', { name: 'Log in to message' }).first().click()
    await fillFields(buyer, loginValues(student))
    await submitButton(buyer).click()
    const first = buyer.getByRole('dialog', { name: 'Message Ines' })
    await first.getByRole('textbox').fill('Is the lamp still there?')
    await first.getByRole('button', { name: 'Send' }).click()
    await expect(messages(buyer, 'Ines Roy')).toHaveText([/Is the lamp still there\?/])

    // The seller is on another page and sees that there is something to read.
    await comeBackToTab(seller)
    const links = await openSessionLinks(seller, isMobile)
    await links.getByRole('link', { name: 'Messages, 1 unread' }).click()
    await seller.getByRole('link', { name: /Ben Okafor.*Floor lamp.*1 unread/ }).click()
    await expect(messages(seller, 'Ben Okafor')).toHaveText([/Is the lamp still there\?/])
    await expect(thread(seller, 'Ben Okafor')).toBeFocused()

    // From here on neither of them reloads. The seller answers.
    await write(seller, 'Ben Okafor', 'It is. Come by tonight.')
    await askForMessages(buyer)
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('It is. Come by tonight.')

    // The seller marks the lamp as sold. The buyer sees it, and the conversation continues.
    await seller.getByRole('button', { name: 'Mark sold Floor lamp' }).click()
    await expect(seller.getByRole('button', { name: 'Mark available Floor lamp' })).toBeVisible()
    await askForMessages(buyer)
    const status = thread(buyer, 'Ines Roy').getByText('Sold', { exact: true })
    await expect(status).toBeVisible()
    await write(buyer, 'Ines Roy', 'Thank you!')

    // The buyer reports the conversation.
    await chooseInMenu(buyer, 'Report')
    const report = buyer.getByRole('dialog')
    await report.getByRole('radio', { name: 'Harassment' }).check()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect(report).toContainText('Thank you.')
    await report.getByRole('button', { name: 'Done' }).click()

    // The seller blocks the buyer. The buyer does not know yet, keeps writing and is refused. Then neither can write.
    await askForMessages(seller)
    await expect(messages(seller, 'Ben Okafor').last()).toContainText('Thank you!')
    await buyer.route(`**${apiPaths.messages('*')}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 304 }) : route.continue(),
    )
    await chooseInMenu(seller, 'Block')
    await seller.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await expect(seller.getByText("You've blocked Ben Okafor")).toBeVisible()
    await expect(field(seller, 'Ben Okafor')).toBeHidden()
    await write(buyer, 'Ines Roy', 'Are you there?')
    await expect(buyer.getByRole('alert')).toContainText(cannotMessageText)
    if (!isMobile) await expectAccessible(buyer)
    await buyer.unrouteAll()
    await askForMessages(buyer)
    await expect(field(buyer, 'Ines Roy')).toBeHidden()
    await expect(thread(buyer, 'Ines Roy').getByText(cannotMessageText).last()).toBeVisible()
  },
)
