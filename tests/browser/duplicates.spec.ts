import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { quickServer, type RunningServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { fillFields, mockApi } from './account-forms.ts'
import { test as base, dropConsoleErrors, expect, failedRequest, openPage } from './fixtures.ts'
import { createListing, imageFile, uniqueTitle } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

/** Uses a server that asks before a student posts the same thing again. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ VERIFY_EMAIL: 'on', RATE_LIMIT: 'off' }, quickServer)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// The tests run in one worker, so that only one server is started.
test.describe.configure({ mode: 'default' })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Did you post this already?' })
const post = (page: Page) => page.getByRole('button', { name: 'Post item' })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const cards = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

async function logInConfirmed(page: Page, { dataDir }: { dataDir: string }) {
  const { email } = await logInAsNewStudent(page)
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare('UPDATE users SET confirmed_at = ? WHERE email = ?').run(Date.now(), email)
  db.close()
}

/** Fills the form with a title that the student has posted before, ready to post again. */
async function fillForm(page: Page, title: string) {
  await page.locator('input[type=file]').setInputFiles(await imageFile('other.png', 'teal'))
  await fillFields(page, { Title: title, Price: '12', Description: 'Still bright.' })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

test('a student who posts the same thing again is asked, and renews the earlier one or posts it anyway', async ({
  page,
  server,
  consoleErrors,
}) => {
  await logInConfirmed(page, server)
  const title = uniqueTitle('Desk lamp')
  const id = await createListing(page, 'misc', { title })
  await openPage(page, '/misc/create')
  await fillForm(page, `${title}!`)

  await post(page).press('Enter')
  await expect(dialog(page)).toContainText(title)
  await expect(dialog(page)).toContainText(/\$15\s· Available\s· Posted \w+ \d+/)
  await expect(dialog(page)).toContainText("You'll lose what you typed here.")
  await expect(dialog(page).locator('img')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()

  // Pressing Enter only closes the dialog, and everything typed is kept.
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(post(page)).toBeFocused()
  const refusal = `Not posted yet. It looks like “${title}”, which you posted before.`
  await expect(page.getByRole('status').filter({ hasText: refusal })).toBeVisible()
  await expect(page.locator('.callout-danger')).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue(`${title}!`)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('12')

  // The earlier listing opens in a new tab beside the form.
  await post(page).click()
  const opened = page.waitForEvent('popup')
  await dialog(page).getByRole('link', { name: title }).click()
  await expect(await opened).toHaveURL(`/misc/${id}`)
  await (await opened).close()
  const renew = dialog(page).getByRole('button', { name: 'Renew that one' })
  const path = apiPaths.renew('misc', id)
  await page.route(`**${path}`, (route) => route.abort())
  await renew.click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    "You're offline. Check your connection and try again.",
  )
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)
  await expectAccessible(page)

  await page.unroute(`**${path}`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const renewals = await mockApi(page, path, (route) => released.then(() => route.continue()))
  await renew.click()
  await expect(renew).toHaveAttribute('aria-busy', 'true')
  await renew.click({ force: true })
  await dialog(page).getByRole('button', { name: 'Post anyway' }).click({ force: true })
  release()
  await expect(page).toHaveURL('/dashboard')
  await expect(notifications(page)).toContainText(/ is renewed until \w+ \d+/)
  await expect(cards(page, title)).toHaveCount(1)
  await expect(cards(page, title)).toContainText('renewed')
  expect(renewals.count).toBe(1)

  await openPage(page, '/misc/create')
  await expect(page.getByLabel('Title')).toHaveValue('')

  await fillForm(page, title)
  await post(page).click()
  await expect(dialog(page)).toBeVisible()

  // The server refuses the listing for another reason, which the form shows.
  const tooMany = { error: 'You can post 20 listings a day. Post the rest tomorrow.' }
  await page.route('**/api/misc', (route) => route.fulfill({ status: 429, json: tooMany }))
  await dialog(page).getByRole('button', { name: 'Post anyway' }).click()
  await expect(page.getByRole('alert').filter({ hasText: tooMany.error })).toBeVisible()
  await page.unroute('**/api/misc')

  await post(page).click()
  await dialog(page).getByRole('button', { name: 'Post anyway' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('region', { name: 'Share your new listing' })).toBeVisible()
  await expect(cards(page, title)).toHaveCount(2)
  await openPage(page, '/misc/create')
  await expect(page.getByLabel('Title')).toHaveValue('')
})

base('in a try-out it is said after posting', async ({ page }) => {
  await logInAsNewStudent(page)
  const title = uniqueTitle('Desk lamp')
  await createListing(page, 'misc', { title })
  await openPage(page, '/misc/create')
  await fillForm(page, title)
  await post(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(notifications(page)).toContainText(
    new RegExp(`Posted\\. .+ It looks like “${title}”, which you posted on \\w+ \\d+\\.`),
  )
  await expect(cards(page, title)).toHaveCount(2)
})
