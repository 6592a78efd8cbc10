import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { apiPaths } from '#contract/paths.ts'
import { findFreePort } from '../support/free-port.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { movedClockOption, shiftDate } from '../support/test-clock.ts'
import { expectAccessible } from './accessibility.ts'
import { mockApi } from './account-forms.ts'
import {
  test as base,
  bothWidths,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
} from './fixtures.ts'
import { imageFile } from './listings.ts'
import type { Servers } from './servers.ts'
import { logInAsNewStudent } from './students.ts'

const dayMs = 86_400_000

type ClockedServer = Servers['main'] & {
  /** Restarts the server with a clock that shows a later time. */
  moveClock: (ms: number) => Promise<void>
}

/** Uses a server of its own: others must not be in the future. */
const test = base.extend<object, { clocked: ClockedServer; server: Servers['main'] }>({
  clocked: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'quad-moving-out-'))
      const settings = {
        DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        RATE_LIMIT: 'off',
      }
      let running = await startServer(settings, quickServer)
      const moveClock = async (ms: number) => {
        await running.stop()
        const offset = Number(process.env.TEST_CLOCK_OFFSET ?? 0) + ms
        const clock = { TEST_CLOCK_OFFSET: String(offset), NODE_OPTIONS: movedClockOption }
        running = await startServer({ ...settings, ...clock }, quickServer)
      }
      await use({ url: running.url, dataDir, moveClock })
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [async ({ clocked }, use) => use(clocked), { scope: 'worker' }],
})

/** Returns a photo as phones take it: a JPEG on its side, with a note how to turn it. */
async function phonePhoto(name: string, background: string) {
  const image = sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
  const buffer = await image.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

test.describe('moving out', bothWidths, () => {
  test('three items are posted at once, one is sold, the bundle is corrected, and what is free ends', async ({
    page,
    clocked,
  }) => {
    // It uploads large photos, and starts a server twice.
    test.slow()
    await logInAsNewStudent(page)
    await openPage(page, '/moving-out')
    const main = page.getByRole('main')

    await test.step('photos come first, and an error names the item and keeps the rest', async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles([
          await phonePhoto('lamp.jpg', 'orange'),
          await phonePhoto('chair.jpg', 'teal'),
          await phonePhoto('books.jpg', 'purple'),
        ])
      await page.getByLabel('Title of item 1').fill('Desk lamp')
      await page.getByLabel('Price of item 1').fill('15')
      await page.getByLabel('Title of item 2').fill('Kitchen chair')
      await page.getByLabel('Price of item 2').fill('20')
      await page.getByLabel('Kind of item 2').selectOption('Furniture')
      await page.getByLabel('Item 3 is free').check()
      await page.getByLabel('When?').fill('Sat 10 am to 6 pm')
      const soon = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)
      await page.getByLabel('Day').fill(soon)
      await page.getByLabel('Price for everything').fill('30')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('button', { name: 'Post 3 items' }).click()
      await expect(
        main.getByText('Please check the marked fields. Nothing is posted yet.'),
      ).toBeVisible()
      await expect(page.getByLabel('Title of item 3')).toBeFocused()
      await expect(page.getByLabel('Where can they be picked up?')).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await expect(page.getByLabel('Title of item 1')).toHaveValue('Desk lamp')
      await page.getByLabel('Where can they be picked up?').fill('The lobby')
      await page.getByLabel('Title of item 3').fill('Box of novels')
      await page.getByRole('button', { name: 'Post 3 items' }).dblclick()
    })

    await expect(page).toHaveURL(/\/moving-out\/\d+$/)
    const saleId = Number(page.url().split('/').at(-1))
    await expect(main).toContainText('3 items left.')
    await expect(main).toContainText('Everything: $30 for 3 items.')
    await expect(main).toContainText(/Free until .*, 6:00 pm\. Then their listings end\./)
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
      await card.getByRole('link', { name: 'See everything' }).click()
      await expect(page).toHaveURL(`/moving-out/${saleId}`)
      await expect(main).toContainText('2 items left, 1 gone.')
      await expect(main).toContainText('The price for everything was $30 (3 items).')
      await page.getByLabel('Price for everything left').fill('18')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(main).toContainText('Everything: $18 for 2 items.')
    })

    await test.step('a filter by kind finds the chair', async () => {
      await openPage(page, '/misc?category=Furniture')
      await expect(main.getByRole('article')).toHaveCount(1)
      await expect(main.getByRole('article')).toContainText('Kitchen chair')
      // The photo stands upright.
      const photo = main.getByRole('article').locator('img').first()
      const isUpright = (image: HTMLImageElement) => image.naturalHeight > image.naturalWidth
      await expect.poll(() => photo.evaluate(isUpright)).toBe(true)
    })

    await test.step('what is free ends by itself, four days later', async () => {
      await page.goto('about:blank')
      await clocked.moveClock(4 * dayMs)
      await page.context().addInitScript(shiftDate, 4 * dayMs)
      await openPage(page, `/moving-out/${saleId}`)
      await expect(main).toContainText('1 item left, 2 gone.')
      await expect(main).not.toContainText('Box of novels')
      await expect(main).not.toContainText('Free until')
      await expect(main).not.toContainText('Everything:')
      await openPage(page, '/misc')
      await expect(main.getByRole('article').filter({ hasText: 'Kitchen chair' })).toBeVisible()
      await expect(main).not.toContainText('Box of novels')
    })
  })
})

test('a file that is no photo has a placeholder and says what to choose', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/moving-out')
  const file = { name: 'bad.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') }
  await page.locator('input[type=file]').setInputFiles(file)
  const item = page.getByRole('group', { name: 'Item 1' })
  await expect(item.getByRole('alert')).toHaveText(
    "We can't read this file. Choose a JPEG, PNG, WebP, AVIF or GIF.",
  )
  await expect(item).toContainText('No preview')
  await expect(item.getByRole('img')).toHaveCount(0)
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('what is corrected while photos upload is posted, and a time asks for its day', async ({
  page,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/moving-out')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await mockApi(page, apiPaths.upload, (route) => released.then(() => route.continue()))
  await page.locator('input[type=file]').setInputFiles(await imageFile('lamp.png'))
  await page.getByLabel('Title of item 1').fill('Desk lamp')
  await page.getByLabel('Price of item 1').fill('150')
  await page.getByLabel('Where can they be picked up?').fill('The lobby')
  await page.getByLabel('When?').fill('Sat 10 to 18')
  await page.getByRole('button', { name: 'Post 1 item' }).click()
  await expect(page.getByRole('button', { name: 'Uploading photos…' })).toBeVisible()
  await page.getByLabel('Item 1 is free').check()
  await page.getByLabel('Time').fill('20:00')
  release()
  await expect(page.getByText('Choose a day and a time')).toBeVisible()
  await expect(page.getByLabel('Day')).toBeFocused()
  await page.getByLabel('Item 1 is free').uncheck()
  await page.getByLabel('Price of item 1').fill('15')
  await page.getByRole('button', { name: 'Post 1 item' }).click()
  await expect(page).toHaveURL(/\/moving-out\/\d+$/)
  await expect(page.getByRole('article')).toContainText('$15')
})

test('a reload brings photos and texts back, and posting deletes the draft', async ({ page }) => {
  const isBack = page.getByText('Your draft from last time is back.')
  const addTwo = async () => {
    await page
      .locator('input[type=file]')
      .setInputFiles([await imageFile('lamp.png'), await imageFile('chair.png', 'teal')])
    await page.getByLabel('Title of item 1').fill('Desk lamp')
    await page.getByLabel('Price of item 1').fill('15')
    await page.getByLabel('Title of item 2').fill('Kitchen chair')
    await page.getByLabel('Item 2 is free').check()
    await page.getByLabel('Where can they be picked up?').fill('The lobby')
    await expect(page.getByText('Uploading…')).toHaveCount(0)
  }
  await logInAsNewStudent(page)
  await openPage(page, '/moving-out')

  await test.step('a draft can be discarded', async () => {
    await addTwo()
    await page.reload()
    await expect(isBack).toBeVisible()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.locator('input[type=file]')).toBeFocused()
    await expect(page.getByLabel('Title of item 1')).toHaveCount(0)
    await page.reload()
    await expect(page.locator('input[type=file]')).toBeAttached()
    await expect(isBack).toHaveCount(0)
  })

  await addTwo()
  await page.reload()
  await expect(isBack).toBeVisible()
  await expect(page.getByLabel('Title of item 1')).toHaveValue('Desk lamp')
  await expect(page.getByLabel('Price of item 1')).toHaveValue('15')
  await expect(page.getByLabel('Title of item 2')).toHaveValue('Kitchen chair')
  await expect(page.getByLabel('Item 2 is free')).toBeChecked()
  await expect(page.getByLabel('Where can they be picked up?')).toHaveValue('The lobby')
  const isLoaded = (image: HTMLImageElement) => image.naturalWidth > 0
  for (const photo of await page.getByRole('group').getByRole('img').all()) {
    await expect.poll(() => photo.evaluate(isLoaded)).toBe(true)
  }
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Your draft stays on this device.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()

  await page.getByLabel('When?').fill('Sat 10 to 18')
  await page.getByRole('button', { name: 'Post 2 items' }).click()
  await expect(page).toHaveURL(/\/moving-out\/\d+$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: "It's up! Now share it." })).toBeFocused()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(page.url())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your items' })).toBeVisible()
  await expect(page.getByText("It's up!")).toHaveCount(0)
  await openPage(page, '/moving-out')
  await expect(page.locator('input[type=file]')).toBeAttached()
  await expect(isBack).toHaveCount(0)
  await expect(page.getByLabel('Title of item 1')).toHaveCount(0)
})

test('what was typed outlives photos that the server has deleted', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/moving-out')
  const isBack = page.getByText('Your draft from last time is back.')
  const photos = page.locator('input[type=file]')
  await photos.setInputFiles([await imageFile('lamp.png'), await imageFile('chair.png', 'teal')])
  await page.getByLabel('Title of item 1').fill('Desk lamp')
  await page.getByLabel('Price of item 1').fill('15')
  await page.getByLabel('Title of item 2').fill('Kitchen chair')
  await expect(page.getByText('Uploading…')).toHaveCount(0)
  await page.route('**/uploads/**', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(isBack).toContainText('Please add 2 photos again')
  await expect(
    page.getByText('Add the photos in this order: Desk lamp, Kitchen chair.'),
  ).toBeVisible()
  // Their texts are still in the draft of the next visit.
  await page.reload()
  await expect(isBack).toContainText('Please add 2 photos again')
  await page.unroute('**/uploads/**')
  await photos.setInputFiles([await imageFile('lamp.png'), await imageFile('chair.png', 'teal')])
  await expect(page.getByLabel('Title of item 1')).toHaveValue('Desk lamp')
  await expect(page.getByLabel('Price of item 1')).toHaveValue('15')
  await expect(page.getByLabel('Title of item 2')).toHaveValue('Kitchen chair')

  await test.step('starting over removes errors too', async () => {
    await page.getByRole('button', { name: 'Post 2 items' }).click()
    const problem = page.getByText('Please check the marked fields. Nothing is posted yet.')
    await expect(problem).toBeVisible()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(problem).toHaveCount(0)
    await expect(isBack).toHaveCount(0)
    await photos.setInputFiles(await imageFile('lamp.png'))
    await expect(page.getByLabel('Where can they be picked up?')).not.toHaveAttribute(
      'aria-invalid',
      'true',
    )
  })

  await test.step('a place alone is shown, and an empty form has no draft', async () => {
    await page.getByLabel('Where can they be picked up?').fill('The lobby')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.reload()
    await expect(isBack).toBeVisible()
    await expect(page.getByLabel('Where can they be picked up?')).toHaveValue('The lobby')
    await page.getByLabel('Where can they be picked up?').fill('')
    await expect(isBack).toHaveCount(0)
  })
  dropConsoleErrors(consoleErrors, failedRequest)
})
