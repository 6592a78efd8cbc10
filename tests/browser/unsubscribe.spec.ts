import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { createKeyedHash } from '#server/app-secret.ts'
import { createMailLinks, type MailTopic } from '#server/mail/unsubscribe-links.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { logInAsNewStudent } from './students.ts'

/** As it is in a mail. */
function unsubscribeLink(dataDir: string, topic: MailTopic): string {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  const secret = db.prepare("SELECT value FROM secrets WHERE name = 'app'").get()?.value
  const table = topic.kind === 'search' ? 'saved_searches' : 'users'
  const row = db.prepare(`SELECT created_at FROM ${table} WHERE id = ?`).get(topic.id)
  db.close()
  const links = createMailLinks('', createKeyedHash(String(secret)))
  return links.unsubscribeUrl({ ...topic, createdAt: Number(row?.created_at) })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page) => page.getByRole('button', { name: 'Unsubscribe' })
const readAccount = async (page: Page) => (await page.request.get(apiPaths.account)).json()

test('the link of a mail ends mails about one search', bothWidths, async ({ page, server }) => {
  await logInAsNewStudent(page)
  const data = { category: 'rental', query: `q=${'lester '.repeat(8)}&max_price=800` }
  const saved = await (await page.request.post(apiPaths.savedSearches, { data })).json()
  await openPage(page, unsubscribeLink(server.dataDir, { kind: 'search', id: saved.id }))
  await expect(heading(page)).toHaveText('Unsubscribe?')
  await expect(page.getByRole('main')).toContainText(saved.label)
  expect((await measureOverflow(page)).width).toBe(0)
  await expectAccessible(page)
  await button(page).click()
  await expect(heading(page)).toHaveText("You're unsubscribed")
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Turn it back on' }).click()
  await expect(page).toHaveURL(pagePaths.saved)
  const { results } = await (await page.request.get(apiPaths.savedSearches)).json()
  expect(results).toMatchObject([{ frequency: 'off' }])
})

test('a link that does not work says so', async ({ page }) => {
  await openPage(page, pagePaths.unsubscribe('unknown'))
  await expect(heading(page)).toHaveText('Not unsubscribed')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the link of a mail ends reminders, also of who is not logged in', async ({
    page,
    context,
    server,
  }) => {
    await logInAsNewStudent(page)
    const { id, mailReminders } = await readAccount(page)
    expect(mailReminders).toBe(true)
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.goto(unsubscribeLink(server.dataDir, { kind: 'reminders', id }))
    await button(page).click()
    await expect(heading(page)).toHaveText("You're unsubscribed")
    await page.reload()
    await expect(heading(page)).toHaveText("You're unsubscribed")
    await context.addCookies(cookies)
    expect(await readAccount(page)).toMatchObject({
      mailReminders: false,
      mailMessages: 'soon',
      mailSaved: true,
    })
  })
})
