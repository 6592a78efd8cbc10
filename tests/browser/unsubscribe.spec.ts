import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { createKeyedHash } from '#server/app-secret.ts'
import { createMailLinks, type MailTopic } from '#server/mail/unsubscribe-links.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { logInAsNewStudent } from './students.ts'

/** Returns the unsubscribe link that an email has. */
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

test('the link of a mail ends mails about one search', async ({ page, server }) => {
  await logInAsNewStudent(page)
  const data = { category: 'rental', query: `q=${'lester '.repeat(8)}&max_price=800` }
  const saved = await (await page.request.post(apiPaths.savedSearches, { data })).json()
  await openPage(page, unsubscribeLink(server.dataDir, { kind: 'search', id: saved.id }))
  await expect(heading(page)).toHaveText('Unsubscribe?')
  await expect(page.getByRole('main')).toContainText(saved.label)
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await measureOverflow(page)).width).toBe(0)
  if (screen) await page.setViewportSize(screen)
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
