import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing, uniqueTitle } from './listings.ts'
import { logInAsModerator, reportListing, setRole } from './moderators.ts'
import { createStudent, logInAsNewStudent } from './students.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Decide' })
const inQueue = (page: Page, title: string) =>
  page.getByRole('article').getByRole('link', { name: title, exact: true })

/** Creates a listing that two students have reported as a scam. */
async function reportedListing(page: Page, title: string) {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title })
  await reportListing(page, id, { reason: 'scam', note: 'Wants a deposit by gift card.' })
  await reportListing(page, id, { reason: 'scam' })
  return id
}

test(
  'a moderator goes from the queue to a decision, and takes it back',
  bothWidths,
  async ({ page, request, server, isMobile }) => {
    test.slow()
    const title = uniqueTitle('Lamp')
    const id = await reportedListing(page, title)
    await logInAsModerator(page, server)
    await openPage(page, '/moderation')

    // The filters are in the URL, and the way back keeps them.
    if (isMobile) await page.getByText('Filters').click()
    await page.getByLabel('Category').selectOption('Extras')
    await page.getByLabel('Order').selectOption('Oldest first')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL('/moderation?category=misc&order=oldest')
    await expect(page.getByRole('article').filter({ hasText: title })).toContainText('2 reports')
    await expect(page.getByText('Reports of “Already gone” come last.')).toHaveCount(0)
    await inQueue(page, title).click()
    await expect(page).toHaveURL(`/moderation/misc/${id}?category=misc&order=oldest`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('region', { name: '2 open reports' })).toContainText(
      'Wants a deposit by gift card.',
    )
    await expect(bar(page)).toBeInViewport()
    expect((await measureOverflow(page)).width).toBe(0)

    await bar(page).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page)).toContainText('This takes the listing down.')
    // The reason of the reports is preselected. "Other" needs an explanation.
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('scam')
    await dialog(page).getByLabel('Reason').selectOption('Other')
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page)).toContainText('Write at least 10 characters')
    if (!isMobile) await expectAccessible(page)
    await dialog(page).getByLabel('Note').fill('Sold in the shop next door.')
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    const toast = page.getByRole('region', { name: 'Notifications' })
    await expect(toast).toContainText(`“${title}” is removed.`)
    await expect(dialog(page)).toBeHidden()
    // On phones, the toast stands above the bar.
    const [toastBox, barBox] = [await toast.boundingBox(), await bar(page).boundingBox()]
    if (isMobile) {
      expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
    }
    // The button that opened the dialog is gone.
    await expect(bar(page)).toBeFocused()
    const log = page.getByRole('region', { name: 'History' })
    await expect(log).toContainText('Sold in the shop next door.')
    if (!isMobile) await expectAccessible(page)
    const statusForVisitors = async () =>
      (await request.get(pagePaths.listing('misc', id))).status()
    expect(await statusForVisitors()).toBe(410)

    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(log).toContainText('undid a decision on')
    await expect(toast).toContainText('The reports are open again and wait for a decision.')
    await expect(page.getByRole('region', { name: '2 open reports' })).toBeVisible()
    expect(await statusForVisitors()).toBe(200)
    await page.getByRole('link', { name: 'Back to the queue' }).click()
    await expect(page).toHaveURL('/moderation?category=misc&order=oldest')
    await expect(inQueue(page, title)).toBeVisible()
  },
)

test('of two moderators the second is told what the first did, and keeps the note', async ({
  page,
  request,
  server,
}) => {
  const title = uniqueTitle('Lamp for two')
  const id = await reportedListing(page, title)
  await logInAsModerator(page, server)
  await openPage(page, `/moderation/misc/${id}`)
  await bar(page).getByRole('button', { name: 'Remove' }).click()
  await dialog(page).getByLabel('Note').fill('We saw it elsewhere.')

  const sam = await createStudent(request, { firstName: 'Sam', lastName: 'Reed' })
  setRole(server.dataDir, sam, 'moderator')
  await request.post(apiPaths.login, { data: { email: sam.email, password: sam.password } })
  const data = { action: 'keep', reason: 'within_rules', seen: null }
  const kept = await request.post(apiPaths.listingDecisions('misc', id), { data })
  expect(kept.ok()).toBe(true)

  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Sam Reed kept this listing just now. Decide again if it is still right.',
  )
  await expectAccessible(page)
  // The case behind the dialog is fetched again.
  await expect(page.getByText(`Sam Reed kept “${title}”`)).toBeVisible()
  await expect(dialog(page).getByLabel('Note')).toHaveValue('We saw it elsewhere.')
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`“${title}” is removed.`)).toBeVisible()
})

test('single keys move and decide, until they are turned off', async ({ page, server }) => {
  const title = uniqueTitle('Lamp by keys')
  const id = await reportedListing(page, title)
  // This reason has the longest text.
  await reportListing(page, id, { reason: 'hateful' })
  await logInAsModerator(page, server)
  await openPage(page, '/moderation?order=oldest')
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  if (screen) await page.setViewportSize(screen)
  await page.keyboard.press('j')
  const cases = page.getByRole('article').getByRole('link')
  await expect(cases.first()).toBeFocused()
  await page.keyboard.press('k')
  await expect(cases.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/moderation\/\w+\/\d+\?(from=queue&)?order=oldest$/)

  await openPage(page, `/moderation/misc/${id}`)
  await page.keyboard.press('r')
  await expect(dialog(page)).toContainText('Remove this listing?')
  // Enter right after R removes nothing: the reason is chosen, but the note has the focus.
  await expect(dialog(page).getByLabel('Note')).toBeFocused()
  // While a dialog is open, key presses go to its fields.
  await dialog(page).getByLabel('Note').pressSequentially('newer')
  await expect(dialog(page).getByLabel('Note')).toHaveValue('newer')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // Shortcuts are ignored until the dialog has faded out.
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  // The shortcut suspends the seller, who is shown beside the listing.
  await page.keyboard.press('s')
  await expect(dialog(page).getByRole('radio', { name: '7 days' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '30 days' })).toBeChecked()
  await dialog(page).getByLabel('Note').fill('Gift cards, again and again.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('is suspended.')).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  // With a preselected reason, Enter decides and leads to the next case.
  await page.keyboard.press('a')
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`“${title}” stays.`)).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.keyboard.press('q')
  await expect(page).toHaveURL('/moderation')
  await expect(inQueue(page, title)).toBeHidden()
  await openPage(page, `/moderation/misc/${id}`)

  await page.keyboard.press('?')
  await expect(dialog(page)).toContainText('Keyboard shortcuts')
  await expectAccessible(page)
  await dialog(page).getByLabel('Use shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(bar(page).getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
  await page.keyboard.press('r')
  await expect(dialog(page)).toBeHidden()
})
