import type { Locator, Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { loginValues } from './account-forms.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing } from './listings.ts'
import { createStudent, logInAsNewStudent } from './students.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Simulates a thumb on a phone. A tap on something out of view needs a scroll first, and text goes where the focus is. */
function createThumb(page: Page) {
  const counts = { taps: 0, scrolls: 0, keys: 0 }
  const isInView = (target: Locator) =>
    target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return y + height <= innerHeight && element.contains(hit)
    })
  return {
    counts,
    async tap(target: Locator) {
      await expect(target).toBeVisible()
      if (!(await isInView(target))) {
        counts.scrolls += 1
        await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      }
      counts.taps += 1
      // The tap goes to the element's actual place: Playwright's own tap scrolls to where a sticky element would be without
      // sticking.
      const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {}
      await page.touchscreen.tap(x + width / 2, y + height / 2)
    },
    async type(field: Locator, text: string) {
      await expect(field).toBeFocused()
      await page.keyboard.insertText(text)
    },
    /** Presses "Next" or "Go" on the keyboard, not on the page. */
    async enter() {
      counts.keys += 1
      await page.keyboard.press('Enter')
    },
  }
}

const steps = { taps: 2, scrolls: 1, keys: 2 }

test(`a visitor writes to a seller with ${steps.taps} taps and ${steps.scrolls} scrolls`, async ({
  page,
}) => {
  const seller = await logInAsNewStudent(page)
  const id = await createListing(page, 'rentals')
  await page.context().clearCookies()
  const buyer = loginValues(await createStudent(page.request))
  const field = (name: string) => page.getByLabel(name, { exact: true })

  const thumb = createThumb(page)
  await openPage(page, pagePaths.listing('rental', id))
  // The bar at the bottom is for those without an account.
  await expect(page.getByRole('link', { name: 'Sign up to message' }).last()).toBeInViewport()
  await thumb.tap(page.getByRole('link', { name: 'Log in to message' }))
  await thumb.type(field('Email'), buyer.Email)
  await thumb.enter()
  await thumb.type(field('Password'), buyer.Password)
  await thumb.enter()
  const dialog = page.getByRole('dialog', { name: `Message ${seller.firstName}` })
  await thumb.type(dialog.getByRole('textbox'), 'Is the room still free?')
  await thumb.tap(dialog.getByRole('button', { name: 'Send' }))
  await expect(page).toHaveURL(/\/messages\/\d+$/)
  const messages = apiPaths.messages(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const { results } = await (await page.request.get(messages)).json()
  expect(results).toMatchObject([{ body: 'Is the room still free?' }])
  expect(thumb.counts).toEqual(steps)
})
