import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage } from './fixtures.ts'
import { test } from './seeded-fixtures.ts'

const status = (page: Page) => page.getByRole('main').getByRole('status').first()

test('a search shows what it understood', bothWidths, async ({ page }) => {
  await test.step('words become chips that can be taken away', async () => {
    await openPage(page, '/rentals?q=room+under+900')
    const chip = page.getByRole('list', { name: 'Filters in force' }).getByRole('link')
    await expect(chip).toHaveText(/Up to \$900$/)
    await expectAccessible(page, page.getByRole('main'))
    await chip.click()
    await expect(page).toHaveURL('/rentals?q=room')
    await expect(chip).toHaveCount(0)
    await page.goBack()
    await expect(chip).toHaveText(/Up to \$900$/)
  })

  await test.step('a way leads back to the words as typed', async () => {
    await page.getByRole('link', { name: 'Search for exactly “room under 900”' }).click()
    await expect(page).toHaveURL(/exact=1/)
    await expect(page.getByText('We searched for your words as you typed them.')).toBeVisible()
    await page.getByRole('link', { name: 'Search normally' }).click()
    await expect(page).not.toHaveURL(/exact=1/)
    await page.goBack()
    await expect(page).toHaveURL(/exact=1/)
    // Another text is read the usual way.
    const box = page.getByRole('searchbox', { name: 'Search rentals' })
    await box.fill('room under 800')
    await box.press('Enter')
    await expect(page).toHaveURL('/rentals?q=room+under+800')
  })

  await test.step('a word that is a quick filter lights it up, and pressing it removes the word', async () => {
    await openPage(page, '/rentals?q=sublet+under+900')
    await expect(page.getByRole('button', { name: 'Filters · 2' })).toBeVisible()
    const chip = page.getByRole('list', { name: 'Filters in force' }).getByRole('link')
    await expect(chip).toHaveText(/Up to \$900$/)
    const quickFilters = page.getByRole('list', { name: 'Quick filters' })
    await quickFilters.getByRole('link', { name: 'Remove Sublet' }).click()
    await expect(page).toHaveURL('/rentals?q=under+900')
    await expect(quickFilters.getByRole('link', { name: 'Sublet', exact: true })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Filters · 2' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await expect(sheet.getByRole('radio', { name: 'Sublet' })).toBeChecked()
    await sheet.getByRole('button', { name: /^APPLY FILTERS/ }).click()
    await expect(page).toHaveURL('/rentals?max_price=900&type=sublet')
  })

  await test.step('a typing error is corrected, and an unknown word is named', async () => {
    await openPage(page, '/search?q=dsek+zzyzxw')
    await expect(page.getByText('Showing results for “desk”.')).toBeVisible()
    await expect(
      page.getByText('Nothing has “zzyzxw”, so these results leave it out.'),
    ).toBeVisible()
    await expect(status(page)).not.toHaveText('0 results')
  })

  await test.step('a search without results can be saved', async () => {
    await openPage(page, '/search?q=zzyzxw')
    await expect(page.getByLabel('Save it for')).toHaveValue('misc')
    await page.getByLabel('Save it for').selectOption('Textbooks')
    await expect(page.getByRole('link', { name: 'Save this search' })).toHaveAttribute(
      'href',
      /next=%2Ftextbooks%3Fq%3Dzzyzxw/,
    )
  })
})

test('a button clears a search, and the field gets the focus', bothWidths, async ({ page }) => {
  const main = page.getByRole('main')
  const clear = page.getByRole('button', { name: 'Clear search' })

  await test.step('in a list, by keyboard', async () => {
    await openPage(page, '/rentals?q=room')
    const box = main.getByRole('searchbox')
    await box.focus()
    await page.keyboard.press('Tab')
    await expect(clear).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('')
    await expect(clear).toBeHidden()
    await expect(page).toHaveURL('/rentals')
  })

  await test.step('with suggestions, which then are those of an empty field', async () => {
    await openPage(page, pagePaths.search())
    const box = main.locator('input[name=q]')
    await box.focus()
    await expect(clear).toBeHidden()
    await box.fill('rent')
    const suggestions = page.getByRole('listbox').getByRole('option')
    await expect(suggestions.first()).toBeVisible()
    await clear.click()
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('')
    await expect(suggestions).toHaveCount(0)
  })
})

test('suggestions are chosen by keyboard', bothWidths, async ({ page, isMobile }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/suggestions')) requests.push(request.url())
  })
  if (isMobile) {
    await openPage(page, '/about')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  } else {
    await openPage(page, '/about')
  }
  const box = isMobile
    ? page.getByRole('main').locator('input[name=q]')
    : page.getByRole('banner').getByLabel('Search Quad')
  const options = page.getByRole('listbox').getByRole('option')
  if (isMobile) await expect(box).toBeFocused()

  await test.step('nothing is sent before two letters', async () => {
    await box.press('r')
    await expect(box).toHaveRole('combobox')
    await box.press('e')
    await expect(options.first()).toBeVisible()
    expect(requests.every((url) => url.endsWith('q=re'))).toBe(true)
  })

  await test.step('arrows choose, Escape closes, Enter follows', async () => {
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await box.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, page.getByRole('main'))
    await box.press('Escape')
    await expect(options.first()).toBeHidden()
    await box.press('ArrowDown')
    await expect(box).toHaveAttribute('aria-activedescendant', /-0$/)
    await box.press('Enter')
    await expect(page).toHaveURL('/rentals')
  })

  await test.step('recent searches stay in the browser until they are cleared', async () => {
    await openPage(page, '/search')
    await expect(page.getByRole('banner').getByLabel('Search Quad')).toHaveCount(0)
    const field = page.getByRole('main').locator('input[name=q]')
    await field.fill('desk lamp')
    await expect(field).toHaveRole('combobox')
    await field.press('Enter')
    await openPage(page, '/search')
    await field.focus()
    await expect(options).toHaveText([/desk lamp/])
    const clear = page.getByRole('button', { name: 'Clear recent searches' })
    await field.press('Tab')
    await page.keyboard.press('Tab')
    await expect(clear).toBeFocused()
    await clear.press('Escape')
    await expect(clear).toBeHidden()
    await expect(field).toBeFocused()
    await field.press('ArrowDown')
    await field.press('Tab')
    await page.keyboard.press('Tab')
    await clear.press('Enter')
    await expect(options).toHaveCount(0)
    await expect(field).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('[]')
  })
})
