import { apiPaths, pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { expect } from './fixtures.ts'
import { rentalCount } from './seed-site.ts'
import { addSessionCookie, test } from './seeded-fixtures.ts'

test.use({ javaScriptEnabled: false })

const dayMs = 24 * 3_600_000
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

test('pages can be read, and no button is shown that cannot work', async ({
  page,
  context,
  seed,
  baseURL,
}) => {
  const listing = `/rentals/${seed.houseId}`
  /** Finds buttons that do nothing. The browser itself handles buttons that open a popover or send a GET form. */
  const findDeadButtons = () =>
    page
      .locator('button:not([popovertarget]):visible')
      .evaluateAll((buttons: HTMLButtonElement[]) =>
        buttons.filter(({ form }) => form?.method !== 'get').map(({ outerHTML }) => outerHTML),
      )
  const expectWorkingButtons = async () => {
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size)
      const place = `${page.url()} at ${size.width} px`
      expect.soft(await findDeadButtons(), place).toEqual([])
      for (const opener of await page.locator('[popovertarget][aria-haspopup]:visible').all()) {
        await opener.click()
        expect.soft(await findDeadButtons(), place).toEqual([])
        await page.keyboard.press('Escape')
      }
    }
  }
  const openWithWorkingButtons = async (path: string) => {
    await page.goto(path)
    await expectWorkingButtons()
  }
  await openWithWorkingButtons('/')
  await openWithWorkingButtons('/login')

  await test.step('the menu opens, and closes again', async () => {
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name })
    await page.getByRole('button', { name: 'Listings' }).click()
    await link('Textbooks').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Textbooks')
    await page.setViewportSize(phone)
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await expect(link('Rentals')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(link('Rentals')).toBeHidden()
    await menu.click()
    await link('Rentals').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rentals')
    await expectWorkingButtons()
  })

  await test.step('a listing is readable', async () => {
    await openWithWorkingButtons(listing)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Second line')).toBeVisible()
    await expect(page.getByRole('img', { name: /photo 1$/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'More rentals' })).toHaveAttribute(
      'href',
      '/rentals',
    )
  })

  await test.step('a link leads a student to the address of the seller', async () => {
    await addSessionCookie(context, baseURL ?? '', seed.bob)
    await page.goto(listing)
    await expect(page.getByText(seed.ada.email)).toHaveCount(0)
    await page.getByRole('link', { name: 'Email Seller' }).first().click()
    await expect(page).toHaveURL(`${listing}/contact`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Seller')
    await expect(page.getByText(seed.ada.email)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Email Seller' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${seed.ada.email}`),
    )
    await expectWorkingButtons()
  })

  await test.step('a conversation can be read', async () => {
    const data = { body: 'Is it still free?' }
    const first = await page.request.post(apiPaths.listingMessages('rental', seed.houseId), {
      data,
    })
    const { thread_id } = await first.json()
    await openWithWorkingButtons(pagePaths.thread(thread_id))
    await expect(page.getByRole('textbox')).toBeHidden()
    // Locators do not look into noscript.
    expect(await page.content()).toContain('Turn on JavaScript to write a message.')

    // Offers and meetings read as sentences for both.
    const time = `${campusIsoDate(Date.now() + 2 * dayMs)}T15:00`
    const offered = await page.request.post(apiPaths.offers(thread_id), { data: { amount: 500 } })
    const proposed = await page.request.post(apiPaths.meetings(thread_id), {
      data: { place_kind: 'other', place: 'Bus stop at King', times: [time] },
    })
    expect([offered.status(), proposed.status()]).toEqual([201, 201])
    for (const reader of [seed.bob, seed.ada]) {
      await addSessionCookie(context, baseURL ?? '', reader)
      await openWithWorkingButtons(pagePaths.thread(thread_id))
      const messages = page.getByRole('region', { name: /^Messages with / }).getByRole('listitem')
      await expect(messages.filter({ hasText: 'I offer $500' })).toBeVisible()
      const proposal = messages.filter({ hasText: 'Can we meet?' })
      await expect(proposal).toContainText('Place: Bus stop at King')
      await expect(proposal).toContainText('3:00 pm')
      expect(await page.content()).toContain('Turn on JavaScript to answer an offer or make one.')
      expect(await page.content()).toContain(
        'Turn on JavaScript to answer or to change the meeting.',
      )
    }
  })

  await addSessionCookie(context, baseURL ?? '', seed.ada)
  for (const path of [listing, '/dashboard', '/account', '/misc/create']) {
    await openWithWorkingButtons(path)
  }
})

test('a list is filtered, searched, sorted and paged by plain forms and links', async ({
  page,
}) => {
  const results = page.getByRole('region', { name: 'Found rentals' })
  const cards = page.getByRole('main').getByRole('article')
  await page.goto('/rentals')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(rentalCount - 24)
  await page.getByRole('link', { name: 'Back to the first results' }).click()
  await expect(cards).toHaveCount(24)

  await test.step('a quick filter and a search', async () => {
    const quickFilters = page.getByRole('list', { name: 'Quick filters' })
    await quickFilters.getByRole('link', { name: 'Sublet', exact: true }).click()
    await expect(quickFilters.getByRole('link', { name: 'Remove Sublet' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('14 results')
    await page.getByRole('main').getByRole('searchbox').fill('room')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/rentals?q=room&type=sublet')
    await expect(cards.first()).toContainText('Room')
  })

  await test.step('the filter panel and the order', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    await expect(panel.getByRole('radio', { name: 'Sublet' })).toBeChecked()
    for (const name of ['House', 'Basement']) await panel.getByRole('checkbox', { name }).check()
    await expect(panel.getByRole('slider')).toBeHidden()
    await panel.getByRole('textbox', { name: 'Max price' }).fill('$600')
    await panel.getByRole('button', { name: 'APPLY FILTERS', exact: true }).click()
    const chips = page.getByRole('list', { name: 'Filters in force' }).getByRole('listitem')
    await expect(chips).toHaveText([/House/, /Basement/, /Up to \$600/])
    await page.getByLabel('Sort by').selectOption('price')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('q')).toBe('room')
    expect(searchParams.get('max_price')).toBe('600')
    expect(searchParams.get('house_type')).toBe('House,Basement')
    await expect(results.getByRole('listitem').first()).toContainText('$520')
  })

  await page.goto('/rentals?from=2027-05-01&to=2027-04-30')
  await expect(page.getByText('“Until” is before “From”, so we left it out.')).toBeVisible()
})
