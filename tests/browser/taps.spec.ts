import type { Locator, Page } from '@playwright/test'
import { textbook } from '#categories/textbook/definition.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing, imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/**
 * Counts what a student does: each tap, each Enter and each filled field. The tests list the steps, so that a journey fails
 * once it needs another step. The number is printed for comparison with other sites and earlier versions.
 */
function createHand(page: Page) {
  let presses = 0
  const counted =
    <Arguments extends unknown[]>(act: (...given: Arguments) => Promise<unknown>) =>
    async (...given: Arguments) => {
      presses += 1
      await act(...given)
    }
  return {
    tap: counted((target: Locator) => target.tap()),
    enter: counted(() => page.keyboard.press('Enter')),
    fill: counted((field: Locator, value: string) => field.fill(value)),
    choose: counted((field: Locator, option: string) => field.selectOption(option)),
    attach: counted(async (name: string) =>
      page.locator('input[type=file]').setInputFiles(await imageFile(name)),
    ),
    expectAtMost(limit: number, what: string) {
      console.log(`${what}: ${presses} presses`)
      expect(presses).toBeLessThanOrEqual(limit)
    },
  }
}

test('a two-bedroom sublet is a few presses away', async ({ page }) => {
  await logInAsNewStudent(page)
  const title = `Flat ${crypto.randomUUID()}`
  const sublet = { house_type: 'Apartment', num_beds: 2, is_sublet: true }
  await createListing(page, 'rentals', { ...sublet, title })
  await createListing(page, 'rentals', { ...sublet, is_shared: true, title: `Room in ${title}` })
  await page.context().clearCookies()

  const hand = createHand(page)
  await openPage(page, '/')
  await hand.fill(page.getByRole('main').getByRole('searchbox'), '2 bedroom sublet')
  await hand.enter()
  await hand.tap(page.getByRole('link', { name: title, exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  hand.expectAtMost(3, 'Finding a two-bedroom sublet')
})

test('a textbook is posted with a few presses by a student who is logged out', async ({ page }) => {
  const { email, password } = await logInAsNewStudent(page)
  await createListing(page, 'textbooks', { isbn: '9780262033848' })
  await page.context().clearCookies()

  const hand = createHand(page)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await openPage(page, '/')
  await hand.tap(
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Sell' }),
  )
  await hand.tap(page.getByRole('main').getByRole('link', { name: textbook.labels.sell }))
  await hand.fill(field('Email'), email)
  await hand.fill(field('Password'), password)
  await hand.enter()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add textbook')
  // A phone cannot drop files.
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expect(page.getByText('drop them anywhere')).toBeHidden()
  await hand.attach('cover.png')
  await hand.fill(page.getByLabel('ISBN'), '978-0-262-03384-8')
  await expect(field('Book title')).toHaveValue('Calculus')
  await expect(field('Faculty')).toHaveValue('Math')
  await expect(field('Year')).toHaveValue('1')
  await hand.choose(field('Condition'), 'Used')
  await hand.fill(field('Price'), '40')
  await hand.tap(page.getByRole('button', { name: 'Post textbook' }))
  await expect(page).toHaveURL('/dashboard')
  hand.expectAtMost(10, 'Posting a textbook')
})
