import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { logInAsNewStudent } from './students.ts'
import { createThread } from './threads.ts'

test(
  'a student comes home to unread messages and new listings, and phones have a bar',
  bothWidths,
  async ({ page, request, isMobile }) => {
    await logInAsNewStudent(page)
    await createListing(page, 'textbooks')
    const { id } = await createThread(page, request)
    const main = page.getByRole('main')
    const bar = page.getByRole('navigation', { name: 'Places' })

    await test.step('the feed comes first', async () => {
      await openPage(page, '/')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
      const unread = main.getByRole('region', { name: 'Unread messages' })
      await expect(unread.getByRole('link', { name: /^Ben Okafor about / })).toBeVisible()
      const listed = main.getByRole('region', { name: 'Just listed' })
      // Tests that run at the same time add listings of their own.
      await expect(listed.getByRole('link').first()).toBeVisible()
      await expectAccessible(page, main)
    })

    await test.step('the bar counts what is unread, and covers nothing', async () => {
      if (!isMobile) return expect(bar).toBeHidden()
      await expect(bar.getByRole('link')).toHaveText([
        'Home',
        'Search',
        'Sell',
        '1Messages, 1 unread',
        'You',
      ])
      await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const last = page.getByRole('contentinfo').getByRole('link').last()
      const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
      const top = (await bar.boundingBox())?.y ?? 0
      expect(y + height).toBeLessThanOrEqual(top)
      await bar.getByRole('link', { name: /^Messages\b.*1 unread$/ }).tap()
      await expect(page).toHaveURL(pagePaths.messages)
      await expect(bar).toBeInViewport({ ratio: 1 })
      await page.getByRole('banner').getByRole('link', { name: 'Saved' }).tap()
      await expect(page).toHaveURL(pagePaths.saved)
      await bar.getByRole('link', { name: 'Home' }).tap()
      await expect(page).toHaveURL('/')
    })

    await test.step('a line leads to its conversation, which has no bar', async () => {
      const isRead = page.waitForResponse((response) =>
        response.url().endsWith(apiPaths.readThread(id)),
      )
      await main.getByRole('link', { name: /^Ben Okafor about / }).click()
      await expect(page).toHaveURL(pagePaths.thread(id))
      await expect(bar).toBeHidden()
      await isRead
    })

    await test.step('back home, nothing is unread', async () => {
      await page.goBack()
      await expect(main.getByRole('region', { name: 'Just listed' })).toBeVisible()
      await expect(main.getByRole('region', { name: 'Unread messages' })).toHaveCount(0)
    })
  },
)

test('a new student reads what will be here', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/')
  await expect(page.getByText(/^Save a search, or tap the heart on a listing\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unread messages' })).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('searchbox', { name: 'Search all listings' })).toBeInViewport()
  await expect(main.getByRole('heading', { name: 'Buy, Sell, and Rent.' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Fresh from the community' })).toHaveCount(0)
  // The landing page below unfolds, and asks nobody who has an account to sign up.
  await expect(main.locator('a[href="/register"]')).toHaveCount(0)
  const step = main.getByText('with your university email')
  await expect(step).toBeHidden()
  await main.getByRole('heading', { name: 'How It Works' }).click()
  await expect(step).toBeVisible()
})
