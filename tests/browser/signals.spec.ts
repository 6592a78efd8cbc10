import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { abortRequest, mockApi } from './account-forms.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { findCutOff, observeLayoutShifts, setTextSize } from './layout.ts'
import { createListing, listingInputs } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const marked = 'Please pay by wire transfer. I am out of the country until May.'
const payment = /^Asks for payment by wire transfer/
const abroad = /^Says they are out of the country/

/** Creates a room of the page's student that has two signals. */
async function createMarkedRoom(page: Page) {
  await logInAsNewStudent(page)
  return createListing(page, 'rentals', { description: marked })
}

const beforeYouPay = (page: Page) => page.getByRole('region', { name: 'Before you pay' })
const contactPanel = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })

/** Waits until fonts and photos have loaded and the resulting layout is drawn. */
const waitForAssets = (page: Page) =>
  page.evaluate(async () => {
    const photos = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.allSettled([document.fonts.ready, ...photos.map((photo) => photo.decode())])
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })

test('readers see the signals before they can contact the seller, also without JavaScript', async ({
  page,
}) => {
  const id = await createMarkedRoom(page)
  const path = `/rentals/${id}`
  const readHtml = async () => (await page.request.get(path)).text()
  expect(await readHtml()).toContain('Everyone sees this.')
  await page.context().clearCookies()
  expect(await readHtml()).toMatch(
    /Before you pay.*Asks for payment by wire transfer.*Says they are out of the country/s,
  )

  const readLayoutShifts = await observeLayoutShifts(page)
  await openPage(page, path)
  await waitForAssets(page)
  expect(await readLayoutShifts()).toEqual([])
  await expect(beforeYouPay(page).getByRole('listitem')).toHaveText([payment, abroad])
  await expect(beforeYouPay(page)).toContainText('Pay in person')
  await expect(beforeYouPay(page)).not.toContainText('dashboard')
  await expectAccessible(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const [told, contact] = await Promise.all([
      beforeYouPay(page).boundingBox(),
      contactPanel(page).boundingBox(),
    ])
    const end = (told?.y ?? 0) + (told?.height ?? 0)
    expect.soft(end, `at ${width}`).toBeLessThan(contact?.y ?? 0)
  }
  await page.setViewportSize({ width: 320, height: 568 })
  for (const size of ['', '200%']) {
    await setTextSize(page, size)
    expect.soft(await findCutOff(page), `320 ${size}`).toEqual([])
  }

  await logInAsNewStudent(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await openPage(page, path)
  const heading = page.getByRole('heading', { level: 1 })
  const price = page.getByRole('main').getByText(/^\$\d/).first()
  const contact = contactPanel(page).getByRole('link', { name: 'Message' })
  // On a laptop these parts stay in view beside two signals.
  for (const part of [heading, price, contact]) await expect(part).toBeInViewport({ ratio: 1 })
  await openPage(page, pagePaths.contact('rental', id))
  await expect(beforeYouPay(page).getByRole('listitem')).toHaveText([payment, abroad])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true })

  test('the bar comes once the reader has reached them, and stays', async ({ page }) => {
    const id = await createMarkedRoom(page)
    await page.context().clearCookies()
    const readLayoutShifts = await observeLayoutShifts(page)
    await openPage(page, `/rentals/${id}`)
    await waitForAssets(page)
    const bar = page.locator('.contact-bar')
    await expect(beforeYouPay(page)).not.toBeInViewport()
    await expect(bar).toHaveCount(1)
    await expect(bar).toBeHidden()
    await beforeYouPay(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(bar).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(beforeYouPay(page)).not.toBeInViewport()
    await expect(bar).toBeVisible()
    expect(await readLayoutShifts()).toEqual([])

    // The bar also appears for a reader who scrolls past the signals.
    await page.reload()
    await waitForHydration(page)
    await expect(bar).toHaveCount(1)
    await expect(bar).toBeHidden()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(bar).toBeVisible()
  })
})

const wrong = (page: Page) => page.getByRole('button', { name: /^Dispute this .*wire transfer/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: "Tell us what's wrong" })
const note = (page: Page) => dialog(page).getByLabel('Why is it wrong?')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send' })
const waiting = 'You disputed this. A moderator will look at it.'

test('a seller disputes a signal by keyboard, and answers one that is gone', async ({
  page,
  consoleErrors,
}) => {
  const id = await createMarkedRoom(page)
  await openPage(page, `/rentals/${id}`)
  await beforeYouPay(page)
    .getByRole('link', { name: /dashboard/ })
    .click()
  const card = page.locator(`#rentals-${id}`)
  await expect(card).toBeInViewport()
  await expect(card.getByRole('listitem')).toHaveText([payment, abroad])
  await expect(card.getByRole('listitem').first()).toContainText(
    'Students see this advice: “Pay in person',
  )
  await expectAccessible(page)

  await wrong(page).press('Enter')
  await expect(note(page)).toBeFocused()
  await expect(dialog(page)).toContainText('Asks for payment by wire transfer')
  await page.keyboard.type('I only say that I take no wire transfers.')
  await expect(dialog(page)).toContainText('41 of 1,000')
  const calls = await mockApi(page, apiPaths.signalAnswers('rental', id), abortRequest)
  await send(page).press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Check your connection')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(wrong(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(note(page)).toHaveValue('I only say that I take no wire transfers.')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  calls.handle = (route) => route.continue()
  await send(page).press('Enter')
  const status = card.getByText(waiting)
  await expect(status).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  await expect(wrong(page)).toHaveCount(0)
  await openPage(page, pagePaths.dashboard)
  await expect(status).toBeVisible()
  await expect(page.getByRole('button', { name: /^Dispute this/ })).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await findCutOff(page)).toEqual([])
  expect(dropConsoleErrors(consoleErrors, failedRequest)).toBe(1)

  // The other signal disappears when the text changes in another tab.
  await page.getByRole('button', { name: /^Dispute this .*out of the country/ }).click()
  await expect(dialog(page)).toBeVisible()
  const { results } = await (await page.request.get(apiPaths.list('rental'))).json()
  const { photos } = results.find((listing: { id: number }) => listing.id === id)
  const data = { ...listingInputs.rentals, description: 'Pay in cash.', photos }
  expect((await page.request.put(apiPaths.listing('rental', id), { data })).status()).toBe(200)
  await send(page).click()
  await expect(page.getByText("This isn't shown any more.")).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('article')).toBeFocused()
  await expect(page.getByText('Worth checking')).toHaveCount(0)
})
