import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, bothWidths, emptyGalleryWarning, expect, openPage } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { logInAsAdmin, logInAsModerator, reportListing } from './moderators.ts'
import { logInAsNewStudent } from './students.ts'

/** This test has a server of its own, because its announcements are on every page. */
const test = base.extend<object, { server: { url: string; dataDir: string } }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT: 'off', CAMPUS_FILE: '' }, quickServer)
      await use({ url: server.url, dataDir: server.dataDir })
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const byPhone = { description: 'Call me at 519 555 0123.' }

/** Posts a listing of a new student, and reports it as another. */
async function postAndReport(page: Page, title: string): Promise<number> {
  await logInAsNewStudent(page)
  const id = await createListing(page, 'misc', { title, ...byPhone })
  await reportListing(page, id, { reason: 'scam' })
  return id
}

test(
  'moderators share cases, decide on several together, and admins announce it',
  bothWidths,
  async ({ page, browser, server, consoleErrors }) => {
    test.slow()
    const dialog = page.getByRole('dialog')
    const first = await postAndReport(page, 'Amp with case')
    await postAndReport(page, 'Guitar stand')

    await test.step('a claim is seen by the others, and makes their decision ask', async () => {
      const other = await (await browser.newContext({ baseURL: server.url })).newPage()
      await logInAsModerator(other, server, { firstName: 'Mona', lastName: 'Vale' })
      await openPage(other, pagePaths.moderatedListing('misc', first))
      await other.getByRole('button', { name: 'Claim this case' }).click()
      await expect(other.getByText(/^This case is yours until .*\.$/)).toBeVisible()
      await other.getByLabel('New note').fill('I have asked the seller.')
      await other.getByRole('button', { name: 'Add note' }).click()
      const notes = other.getByRole('region', { name: 'Internal notes' })
      await expect(notes.getByRole('listitem')).toContainText('I have asked the seller.')
      await expect(other.getByLabel('New note')).toHaveValue('')
      await other.context().close()

      await logInAsModerator(page, server, { firstName: 'Otto', lastName: 'Lind' })
      await openPage(page, pagePaths.moderation())
      const row = page.getByRole('article').filter({ hasText: 'Amp with case' })
      await expect(row).toContainText('Mona Vale claimed this at')
      await expect(row).toContainText('Group of 2')
      await expectAccessible(page)
      await row.getByRole('link').click()
      await expect(page.getByText('I have asked the seller.')).toBeVisible()
      await expectAccessible(page)
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
      await page
        .getByRole('region', { name: 'Decide' })
        .getByRole('button', { name: 'Keep' })
        .click()
      await dialog.getByRole('button', { name: 'Keep' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Do you want to decide anyway?')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Take over' }).click()
      await expect(page.getByText(/^This case is yours until/)).toBeVisible()
    })

    await test.step('cases with one phone number are removed together, and put back together', async () => {
      const group = page.getByRole('region', { name: '2 cases that belong together' })
      await expect(group).toContainText('The phone number 5195550123, in all of them')
      await group.getByRole('button', { name: 'Remove both' }).click()
      await expect(dialog).toContainText('This affects 2 listings by 2 students.')
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Remove 2 listings' }).click()
      await expect(page.getByText('Removed 2 listings of 2 students.')).toBeVisible()
      await expect(group).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect(page.getByText(/^2 decisions undone\./)).toBeVisible()
      await expect(group).toBeVisible()
      await openPage(page, pagePaths.moderationLog())
      await expect(page.getByRole('main')).toContainText(
        'Otto Lind decided together on several listings',
      )
      await expect(page.getByRole('main')).toContainText(
        'Otto Lind undid a decision on several listings',
      )
    })

    await test.step('the rehearsal judges a decision and sends nothing', async () => {
      await openPage(page, pagePaths.moderation())
      await page.getByRole('link', { name: 'Practise on ten made-up cases' }).click()
      await expect(page.getByRole('heading', { level: 2, name: /^Case 1 of 10/ })).toBeVisible()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
      })
      await expectAccessible(page)
      expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
      await page.getByRole('link', { name: 'Robin Vale' }).click()
      await expect(page.getByText('This case is made up, so this does nothing.')).toBeVisible()
      await page.getByRole('button', { name: 'Remove' }).click()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      const verdict = page.getByText('We would decide the same.')
      await expect(verdict).toBeInViewport()
      await expect(page.locator(':focus').filter({ has: verdict })).toBeVisible()
      await page.getByRole('button', { name: 'Next case' }).click()
      await expect(page.getByRole('heading', { level: 2, name: /^Case 2 of 10/ })).toBeFocused()
      expect(sent.filter((request) => !request.includes(apiPaths.visits))).toEqual([])
    })

    await test.step('an announcement is on every page until it is dismissed in this browser', async () => {
      await logInAsAdmin(page, server, { firstName: 'Alma', lastName: 'Reyes' })
      await openPage(page, pagePaths.settings)
      await page.getByRole('link', { name: 'announcement', exact: true }).click()
      await page.getByRole('button', { name: 'Announce something' }).click()
      await dialog.getByLabel('Text').fill('The book fair is on Saturday in the Great Hall.')
      await dialog.getByLabel('Link').fill('http://example.com')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByLabel('Link')).toBeFocused()
      await expectAccessible(page)
      await dialog.getByLabel('Link').fill(pagePaths.rules)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('main')).toContainText('The book fair is on Saturday')

      const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
      await openPage(visitor, pagePaths.about)
      const announcements = visitor.getByRole('region', { name: 'Announcements' })
      await expect(announcements).toContainText('The book fair is on Saturday')
      await expectAccessible(visitor)
      await openPage(visitor, pagePaths.login())
      // The drawing of the campus does not cover it.
      await announcements.getByRole('link', { name: 'Read more' }).click()
      await expect(visitor).toHaveURL(pagePaths.rules)
      await announcements.getByRole('button', { name: 'Dismiss' }).focus()
      await visitor.keyboard.press('Enter')
      await expect(announcements).toBeHidden()
      await expect(visitor.getByRole('main')).toBeFocused()
      // Without the code of the page, only the script before the first paint can hide it.
      await visitor.route('**/assets/*.js', (route) => route.abort())
      await visitor.goto(pagePaths.about)
      await expect(visitor.locator('[data-announcement]')).toHaveCount(1)
      await expect(visitor.locator('[data-announcement]')).toBeHidden()
      await visitor.context().close()
    })
    expect(consoleErrors.filter((text) => text !== emptyGalleryWarning)).toEqual([])
  },
)
