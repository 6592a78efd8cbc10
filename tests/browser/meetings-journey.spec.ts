import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatMeetingTime } from '#contract/meeting-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { createStudent, logIn } from './students.ts'
import { askForMessages, moveMeetingTime } from './threads.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const offer = (page: Page) => page.getByRole('region', { name: 'Offer', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Meeting', exact: true })
const press = (page: Page, name: string | RegExp) =>
  panel(page).getByRole('button', { name }).click()
const messages = (page: Page, name: string) =>
  page.getByRole('region', { name: `Messages with ${name}` }).getByRole('listitem')
const local = (days: number, time: string) => `${campusIsoDate(Date.now() + days * dayMs)}T${time}`

test(
  'buyer and seller: offer, counter, accept, meet, and it worked out',
  bothWidths,
  async ({ page: buyer, browser, isMobile, consoleErrors, server }) => {
    test.slow()
    const context = await browser.newContext(isMobile ? { viewport: buyer.viewportSize() } : {})
    const seller = await context.newPage()
    seller.on('pageerror', (error) => consoleErrors.push(String(error)))
    await logIn(seller, await createStudent(seller.request, { firstName: 'Ines', lastName: 'Roy' }))
    const listingId = await createListing(seller, 'misc', { title: 'Floor lamp', price: 40 })
    await logIn(buyer, await createStudent(buyer.request, { firstName: 'Ben', lastName: 'Okafor' }))
    const first = await buyer.request.post(apiPaths.listingMessages('misc', listingId), {
      data: { body: 'Is the lamp still there?' },
    })
    const { thread_id: threadId } = await first.json()
    await openPage(buyer, pagePaths.thread(threadId))
    await openPage(seller, pagePaths.thread(threadId))

    // They agree on a price.
    await buyer.getByRole('button', { name: 'Make an offer' }).click()
    await offer(buyer).getByRole('textbox', { name: 'Your offer' }).fill('30')
    await offer(buyer).getByRole('button', { name: 'Send offer' }).click()
    await askForMessages(seller)
    await offer(seller).getByRole('button', { name: 'Counter' }).click()
    await offer(seller).getByRole('textbox', { name: 'Your counter-offer' }).fill('35')
    await offer(seller).getByRole('button', { name: 'Send counter-offer' }).click()
    await askForMessages(buyer)
    await offer(buyer).getByRole('button', { name: 'Accept' }).click()
    await expect(offer(buyer)).toContainText('The listing now shows as pending.')

    // The buyer proposes a meeting. A mistake is explained, and what was typed stays.
    await buyer.getByRole('button', { name: 'Meet up' }).click()
    const dialog = buyer.getByRole('dialog', { name: 'Propose a meeting' })
    await dialog.getByLabel('Place').selectOption('Another place')
    await dialog.getByLabel('Where?').fill('Bus stop at King')
    const time = dialog.getByLabel('Time', { exact: true })
    await time.fill(local(40, '15:00'))
    await dialog.getByRole('button', { name: 'Send proposal' }).click()
    await expect(dialog).toContainText('Choose a time within the next 28 days.')
    await expect(time).toBeFocused()
    await expect(dialog.getByLabel('Where?')).toHaveValue('Bus stop at King')
    await time.fill(local(2, '15:00'))
    // More times come one by one. The focus follows, and a removed field takes nothing else along.
    const add = dialog.getByRole('button', { name: 'Add another time' })
    const second = dialog.getByLabel('Second choice', { exact: true })
    await expect(second).toBeHidden()
    await add.click()
    await expect(second).toBeFocused()
    await add.click()
    await expect(dialog.getByLabel('Third choice', { exact: true })).toBeFocused()
    await expect(add).toBeHidden()
    await dialog.getByLabel('Third choice', { exact: true }).fill(local(3, '10:30'))
    await dialog.getByRole('button', { name: 'Remove second choice' }).click()
    await expect(add).toBeFocused()
    await expect(second).toHaveValue(local(3, '10:30'))
    await expect(time).toHaveValue(local(2, '15:00'))
    if (!isMobile) await expectAccessible(buyer, dialog)
    await dialog.getByRole('button', { name: 'Send proposal' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(buyer)).toContainText('You proposed to meet')
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('Place: Bus stop at King')

    // The seller proposes another place, and the buyer accepts in one press.
    await askForMessages(seller)
    await expect(panel(seller)).toContainText('Ben Okafor proposes to meet')
    if (!isMobile) await expectAccessible(seller, panel(seller))
    await press(seller, 'Suggest other times')
    const counter = seller.getByRole('dialog', { name: 'Propose a meeting' })
    await counter.getByLabel('Place').selectOption({ index: 0 })
    await counter.getByLabel('Time', { exact: true }).fill(local(4, '16:00'))
    await counter.getByRole('button', { name: 'Send proposal' }).click()
    await expect(messages(seller, 'Ben Okafor').last()).toContainText('How about this instead?')
    await askForMessages(buyer)
    await press(buyer, /^Accept/)
    await expect(messages(buyer, 'Ines Roy').last()).toContainText('See you on')
    await expect(panel(buyer)).toContainText('4:00 pm')
    await askForMessages(seller)

    // Both can put it into their calendar, share it and move it.
    const download = buyer.waitForEvent('download')
    await panel(buyer).getByRole('link', { name: 'Add to calendar' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain('STATUS:CONFIRMED')
    await press(buyer, 'Change or share the meeting')
    await press(buyer, 'Share with a friend')
    const sharing = buyer.getByRole('dialog', { name: 'Share with a friend' })
    await sharing.getByRole('button', { name: 'Make a link' }).click()
    const link = await sharing.getByLabel('Link', { exact: true }).inputValue()
    if (!isMobile) await expectAccessible(buyer, sharing)
    await sharing.getByRole('button', { name: 'Close' }).last().click()
    const friend = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const response = await friend.goto(link)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    await expect(friend.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(friend.getByRole('main')).toContainText('Ines')
    await expect(friend.getByRole('main')).not.toContainText('Roy')
    await press(seller, 'Change or share the meeting')
    await press(seller, 'Move the meeting')
    const move = seller.getByRole('dialog', { name: 'Move the meeting' })
    await move.getByLabel('Time', { exact: true }).fill(local(5, '17:00'))
    await move.getByRole('button', { name: 'Send proposal' }).click()
    await askForMessages(buyer)
    await expect(panel(buyer)).toContainText('Ines Roy wants to move the meeting')
    await press(buyer, /^Accept.*5:00 pm/)
    // The proposal has the new time, too.
    await expect(panel(buyer)).not.toContainText('wants to move')
    await expect(panel(buyer)).toContainText('5:00 pm')

    // It is time: the buyer is there, and the seller sees it.
    const startsAt = Math.floor(Date.now() / minuteMs) * minuteMs + 10 * minuteMs
    moveMeetingTime(server.dataDir, threadId, startsAt)
    await askForMessages(buyer)
    await expect(panel(buyer)).toContainText(formatMeetingTime(new Date(startsAt).toISOString()))
    await press(buyer, "I'm here")
    await expect(messages(buyer, 'Ines Roy').last()).toContainText("I'm here.")
    await askForMessages(seller)
    await expect(panel(seller)).toContainText('Ben Okafor arrived at')
    if (!isMobile) await expectAccessible(seller, panel(seller))

    // Afterwards both say that it worked out. The seller's answer marks the listing as sold.
    moveMeetingTime(server.dataDir, threadId, startsAt - 60 * minuteMs)
    await askForMessages(buyer)
    await press(buyer, 'Yes')
    await expect(panel(buyer)).not.toContainText('Did it work out?')
    await expect(panel(buyer)).toContainText('Your meeting was on')
    // The buyer can still end the friend's link.
    await expect(panel(buyer).getByRole('button')).toHaveText([''])
    await press(buyer, 'Change or share the meeting')
    await expect(panel(buyer).getByRole('button', { name: 'Share with a friend' })).toBeVisible()
    await buyer.keyboard.press('Escape')
    await askForMessages(seller)
    await expect(panel(seller)).toContainText('Ben Okafor says that it did.')
    await press(seller, 'Yes, mark sold')
    await expect(seller.locator('.thread-header').getByText('Sold', { exact: true })).toBeVisible()
    await expect(panel(seller)).not.toContainText('Did it work out?')
    await friend.context().close()
    await context.close()
  },
)

test('a student who did not come can say what happened', async ({ page, browser, server }) => {
  const context = await browser.newContext()
  const other = await context.newPage()
  await logIn(page, await createStudent(page.request, { firstName: 'Ines', lastName: 'Roy' }))
  const listingId = await createListing(page, 'misc', { title: 'Floor lamp' })
  await logIn(other, await createStudent(other.request, { firstName: 'Ben', lastName: 'Okafor' }))
  const first = { data: { body: 'Is the lamp still there?' } }
  const sent = await other.request.post(apiPaths.listingMessages('misc', listingId), first)
  const { thread_id: threadId } = await sent.json()
  const place = { place_kind: 'other', place: 'Bus stop', times: [local(2, '15:00')] }
  const proposed = await other.request.post(apiPaths.meetings(threadId), { data: place })
  const { message } = await proposed.json()
  const accepted = await page.request.post(apiPaths.answerMeeting(threadId), {
    data: {
      ...{ meeting_id: message.id, proposal_id: message.id, answer: 'accept' },
      time: message.structured.times[0],
    },
  })
  expect(accepted.status()).toBe(201)
  moveMeetingTime(server.dataDir, threadId, Date.now() - 60 * minuteMs)

  await openPage(page, pagePaths.thread(threadId))
  await press(page, "They didn't come")
  const sure = page.getByRole('dialog', { name: "Ben Okafor didn't come?" })
  await expect(sure).toContainText("You can't change this later.")
  await sure.getByRole('button', { name: "They didn't come" }).click()
  await expect(panel(page)).not.toContainText('Did it work out?')
  await expect(panel(page)).toContainText('Your meeting was on')
  await expect(panel(page).getByRole('button')).toHaveCount(0)

  await openPage(other, pagePaths.account)
  const missed = other.getByRole('region', { name: 'Missed meetings' })
  await expect(missed).toContainText('Bus stop')
  await missed.getByRole('button', { name: 'I was there' }).click()
  await expect(missed).toContainText('You said: I was there.')
  await missed.getByRole('link', { name: 'Open the conversation' }).click()
  await expect(panel(other)).toContainText("Ines Roy says that you didn't come.")
  await expect(panel(other)).toContainText('You said: I was there.')
  await context.close()
})
