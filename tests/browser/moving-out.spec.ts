import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

/** Moves the end of free things into the past, as if the clock had moved on. */
function endFreeThings(dataDir: string, saleId: number) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare(
    `UPDATE listings SET ends_at = ? WHERE price_cents = 0 AND id IN (
       SELECT listing_id FROM moving_sale_items WHERE sale_id = ?)`,
  ).run(Date.now() - 1, saleId)
  db.close()
}

test.describe('moving out', bothWidths, () => {
  test('three things are posted at once, one is sold, the bundle is corrected, and what is free ends', async ({
    page,
    server,
  }) => {
    await logInAsNewStudent(page)
    await openPage(page, '/moving-out')
    const main = page.getByRole('main')

    await test.step('photos come first, and an error names the thing and keeps the rest', async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles([
          await imageFile('lamp.png'),
          await imageFile('chair.png'),
          await imageFile('books.png'),
        ])
      await page.getByLabel('Title of thing 1').fill('Desk lamp')
      await page.getByLabel('Price of thing 1').fill('15')
      await page.getByLabel('Title of thing 2').fill('Kitchen chair')
      await page.getByLabel('Price of thing 2').fill('20')
      await page.getByLabel('Thing 3 is free').check()
      await page.getByLabel('Where can they be picked up?').fill('The lobby')
      await page.getByLabel('When?').fill('Sat 10 to 18')
      const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel('Day').fill(soon)
      await page.getByLabel('Price for all of it').fill('30')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('button', { name: 'Post 3 things' }).click()
      await expect(main.getByText('Please check thing 3. Nothing is posted yet.')).toBeVisible()
      await expect(page.getByLabel('Title of thing 3')).toBeFocused()
      await expect(page.getByLabel('Title of thing 1')).toHaveValue('Desk lamp')
      await page.getByLabel('Title of thing 3').fill('Box of novels')
      await page.getByRole('button', { name: 'Post 3 things' }).dblclick()
    })

    await expect(page).toHaveURL(/\/moving-out\/\d+$/)
    const saleId = Number(page.url().split('/').at(-1))
    await expect(main).toContainText('3 things left.')
    await expect(main).toContainText('All of it: $30 for 3 things.')
    await expect(main).toContainText(/Free until .*, 18:00\. Then their listings end\./)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)

    await test.step('one is sold, and its seller says for what', async () => {
      await openPage(page, '/dashboard')
      const card = page.getByRole('article').filter({ hasText: 'Desk lamp' })
      await card.getByRole('button', { name: 'Mark sold' }).click()
      await card.getByLabel('What did it go for?').fill('much')
      await card.getByRole('button', { name: 'Save price' }).click()
      await expect(card).toContainText('Must be a number')
      await card.getByLabel('What did it go for?').fill('12')
      await expectAccessible(page)
      await card.getByLabel('What did it go for?').press('Enter')
      await expect(card).toContainText('Went for $12. Thank you.')
      await expect(card.getByRole('button', { name: 'Change' })).toBeFocused()
    })

    await test.step('the bundle is corrected', async () => {
      const card = page.getByRole('article').filter({ hasText: 'Kitchen chair' })
      await card.getByRole('link', { name: 'See all of it' }).click()
      await expect(page).toHaveURL(`/moving-out/${saleId}`)
      await expect(main).toContainText('2 things left, 1 gone.')
      await expect(main).toContainText('All of it was $30 for 3 things.')
      await page.getByLabel('Price for all that is left').fill('18')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(main).toContainText('All of it: $18 for 2 things.')
    })

    await test.step('what is free ends by itself', async () => {
      endFreeThings(server.dataDir, saleId)
      await openPage(page, `/moving-out/${saleId}`)
      await expect(main).toContainText('1 thing left, 2 gone.')
      await expect(main).not.toContainText('Box of novels')
    })
  })
})
