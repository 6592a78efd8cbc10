import type { Page } from '@playwright/test'
import { startServer } from '../support/running-server.ts'
import { post, signUp } from '../support/seed-through-api.ts'
import { expect, expectAccessible, hydrated } from './fixtures.ts'
import { forgive, signIn, test, watchShifts } from './market.ts'

async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** From the list, so that the page loads its data in the browser. */
async function arrive(page: Page, category: string, title: string) {
  await open(page, `/${category}`)
  await page.getByRole('link', { name: title }).click()
}

const carousel = (page: Page) => page.getByRole('region', { name: /^Photos of/ }).first()

test.describe('a listing', () => {
  test('says everything about itself, as text', async ({ page, market }) => {
    await open(page, `/rentals/${market.wholeHouse}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Whole house on Albert Street')
    await expect(main).toContainText('$2,400 /place')
    const rows = { 'House type': 'House', Utilities: 'Included', Bedrooms: '5', Kitchen: 'Yes' }
    for (const [label, value] of Object.entries(rows)) {
      const row = main.locator('dl > div', { has: page.getByText(label, { exact: true }) })
      await expect(row.getByRole('definition')).toHaveText(value)
    }
    const description = main.getByText('First line.')
    await expect(description).toHaveText(/Second line with <b>no<\/b> markup/)
    await expect(description).toHaveCSS('white-space-collapse', 'preserve-breaks')
    await expect(description.getByRole('link')).toHaveCount(0)
    await expect(main).toContainText('never send a deposit before seeing a place')
  })

  test('introduces itself to search engines, without the seller’s address', async ({
    page,
    market,
  }) => {
    const answer = await page.goto(`/rentals/${market.wholeHouse}?utm_source=x`)
    const html = (await answer?.text()) ?? ''
    expect(html).not.toContain(market.ada.email)
    await expect(page).toHaveTitle('Whole house on Albert Street · Quad')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/rentals/${market.wholeHouse}$`),
    )
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      /\/api\/uploads\/.*\.webp$/,
    )
    const data = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    )
    expect(data).toMatchObject({
      name: 'Whole house on Albert Street',
      address: '201 Albert St, Waterloo',
      offers: { price: 2400, priceCurrency: 'CAD' },
    })
    expect(data['@type']).toContain('Accommodation')
  })

  test('shows a visitor the way to the seller, and back', async ({ page, market }) => {
    await open(page, `/textbooks/${market.textbook}`)
    const panel = page.getByRole('region', { name: 'Contact Seller' })
    await expect(panel).toContainText('Ada Lovelace')
    await expect(panel).toContainText('—')
    await expect(panel.getByRole('link', { name: 'Email Seller' })).toHaveCount(0)
    await expect(panel.getByRole('link')).toHaveText('Sign in to contact the seller')
    await expect(panel.getByRole('link')).toHaveAttribute(
      'href',
      `/login?next=%2Ftextbooks%2F${market.textbook}`,
    )
  })

  test('gives a student the seller’s address', async ({ page, context, server, market }) => {
    await signIn(context, server.url, market.bob)
    await open(page, `/textbooks/${market.textbook}`)
    const panel = page.getByRole('region', { name: 'Contact Seller' })
    await expect(panel).toContainText(market.ada.email)
    await expect(panel.getByRole('link', { name: 'Email Seller' })).toHaveAttribute(
      'href',
      `mailto:${market.ada.email}?subject=Inquiry%20about%20textbook%3A%20Linear%20Algebra%20Done%20Right`,
    )
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expect(page.locator('script[type="application/ld+json"]')).not.toContainText('@uw')
  })

  test('does not shift while it loads', async ({ page, market }) => {
    const shifts = await watchShifts(page)
    await page.goto(`/rentals/${market.wholeHouse}`, { waitUntil: 'networkidle' })
    await hydrated(page)
    expect(await shifts()).toEqual([])
  })
})

test.describe('the photos', () => {
  test('are walked through by keyboard, also over the whole screen', async ({ page, market }) => {
    await open(page, `/rentals/${market.wholeHouse}`)
    const place = carousel(page).locator('[aria-live]')
    await carousel(page).getByRole('button', { name: 'Previous photo' }).press('Enter')
    await expect(place).toHaveText('Photo 4 of 4')
    await page.keyboard.press('ArrowRight')
    await expect(place).toHaveText('Photo 1 of 4')
    await carousel(page).getByRole('button', { name: 'Photo 3 of 4' }).press('Enter')
    await expect(place).toHaveText('Photo 3 of 4')
    const enlarge = carousel(page).getByRole('button', { name: 'View full screen' })
    await enlarge.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Whole house on Albert Street' })
    await expect(viewer.locator('[aria-live]')).toHaveText('Photo 3 of 4')
    await expect(viewer.getByRole('img', { name: /photo 3$/ })).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('ArrowRight')
    await expect(viewer.locator('[aria-live]')).toHaveText('Photo 4 of 4')
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(enlarge).toBeFocused()
  })

  test('grow when pressed', async ({ page, market }) => {
    await open(page, `/rentals/${market.wholeHouse}`)
    await carousel(page).getByRole('img').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('leave a placeholder where there are none', async ({ page }) => {
    await page.route('**/api/misc/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), photos: [], photo_info: [] } })
    })
    await arrive(page, 'misc', 'Desk lamp')
    await expect(page.getByRole('main')).toContainText('No image')
    await expectAccessible(page)
  })
})

test.describe('sharing', () => {
  test('without support says so and offers the link', async ({ page, context, market }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
    await open(page, `/misc/${market.lamp}`)
    await page.getByRole('button', { name: /^Share/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await expect(dialog).toContainText('Your browser does not support the Web Share API.')
    await expect(dialog.getByLabel('Link')).toHaveValue(page.url())
    await dialog.getByRole('button', { name: 'Copy link' }).press('Enter')
    await expect(dialog).toContainText('Link copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await expectAccessible(page)
  })

  test('hands over the listing where the browser can', async ({ page, market }) => {
    await page.addInitScript(() => {
      const share = async (data: ShareData) => Object.assign(window, { shared: data })
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await open(page, `/misc/${market.lamp}`)
    await page.getByRole('button', { name: /^Share/ }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown }).shared)
    await expect.poll(shared).toEqual({
      title: 'Desk lamp',
      text: 'Check out this listing on Quad',
      url: page.url(),
    })
  })
})

test.describe('its owner', () => {
  test('can edit it, or delete it after a question', async ({
    page,
    context,
    server,
    market,
    complaints,
  }) => {
    const { id } = await post(server.url, market.ada, 'textbook', {
      book_title: 'Soon gone',
      photos: market.photos,
    })
    await signIn(context, server.url, market.ada)
    await open(page, `/textbooks/${id}`)
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      `/textbooks/create?id=${id}`,
    )
    await page.getByRole('button', { name: /^Delete/ }).press('Enter')
    const question = page.getByRole('dialog', {
      name: 'Delete this listing? This cannot be undone.',
    })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.route('**/api/textbooks/*', (route) => route.fulfill({ status: 500, json: {} }))
    await question.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(question.getByRole('alert')).toHaveText('Failed to delete. Please try again.')
    await expectAccessible(page)
    await page.unroute('**/api/textbooks/*')
    await question.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page).toHaveURL('/dashboard')
    expect((await page.request.get(`/api/textbooks/${id}`)).status()).toBe(404)
    forgive(complaints, /500/)
  })
})

test.describe('what is not there', () => {
  const messages = {
    rentals: 'House not found.',
    textbooks: 'Textbook not found',
    misc: 'Item not found.',
  }
  for (const [category, message] of Object.entries(messages)) {
    test(`is said for ${category}`, async ({ page }) => {
      for (const id of ['999999', 'abc', '%F0%9F%8F%A0']) {
        const answer = await page.goto(`/${category}/${id}`)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(message)
      }
      await hydrated(page)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expectAccessible(page)
    })
  }

  const failures = [
    { category: 'rentals', title: 'Room 29', refused: 'Failed to load house.', lost: 'rental' },
    { category: 'textbooks', title: 'Linear', refused: 'Textbook not found', lost: 'textbook' },
    { category: 'misc', title: 'Desk lamp', refused: 'Failed to load item.', lost: 'item' },
  ]
  for (const { category, title, refused, lost } of failures) {
    test(`differs from what cannot be had, for ${category}`, async ({ page, complaints }) => {
      const one = `**/api/${category}/*`
      await page.route(one, (route) => route.fulfill({ status: 500, json: {} }))
      await arrive(page, category, title)
      await expect(page.getByRole('alert')).toContainText(refused)
      await page.unroute(one)
      await page.route(one, (route) => route.abort())
      await arrive(page, category, title)
      await expect(page.getByRole('alert')).toContainText(`Failed to fetch ${lost} data.`)
      forgive(complaints, /500|ERR_FAILED/)
    })
  }
})

test.describe(`every state`, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('is accessible', async ({ page, market }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/misc/*', async (route) => {
      await held.promise
      await route.continue()
    })
    await arrive(page, 'misc', 'Desk lamp')
    await expect(page.getByRole('main').getByText('Loading…')).toBeAttached()
    await expectAccessible(page)
    held.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk lamp')
    await expectAccessible(page)
    await open(page, `/rentals/${market.wholeHouse}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'View full screen' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a listing can be read', async ({ page, market }) => {
    await page.goto(`/rentals/${market.wholeHouse}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Second line')).toBeVisible()
    await expect(page.getByRole('img', { name: /photo 1$/ })).toBeVisible()
  })
})

test('for members alone, others are asked to sign in first', async ({ page }) => {
  const server = await startServer({ RATE_LIMIT: 'off', LISTING_ACCESS: 'members' })
  try {
    const ada = await signUp(server.url, 'Ada', 'Byron')
    const photos = ['https://photos.example/1.jpg']
    const { id } = await post(server.url, ada, 'misc', { photos })
    const direct = await page.request.get(`${server.url}/misc/${id}`, { maxRedirects: 0 })
    expect(direct.status()).toBe(302)
    expect(direct.headers().location).toBe(`/login?next=%2Fmisc%2F${id}`)
  } finally {
    await server.stop()
  }
})

test('open to all, shows visitors the address, which no robot finds in the page', async ({
  page,
}) => {
  const server = await startServer({ RATE_LIMIT: 'off', LISTING_ACCESS: 'open' })
  try {
    const ada = await signUp(server.url, 'Ada', 'Byron')
    const { id } = await post(server.url, ada, 'misc', { photos: ['https://photos.example/1.svg'] })
    const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await page.route('https://photos.example/*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    )
    const address = `${server.url}/misc/${id}`
    expect(await (await page.request.get(address)).text()).not.toContain('@uwaterloo.ca')
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Email Seller' })).toBeVisible()
    await expect(page.getByText(/@uwaterloo\.ca/)).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('that becomes private sends a visitor to the login instead', async ({ page, complaints }) => {
  await page.route('**/api/misc/*', (route) => route.fulfill({ status: 401, json: {} }))
  await arrive(page, 'misc', 'Desk lamp')
  await expect(page).toHaveURL(/\/login\?next=%2Fmisc%2F\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/misc')
  forgive(complaints, /401/)
})

test('prints without what cannot be pressed on paper', async ({ page, market }) => {
  await page.emulateMedia({ media: 'print' })
  await open(page, `/rentals/${market.wholeHouse}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of [/^Share/, 'Next photo', 'View full screen']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.locator('footer')).toBeHidden()
})
