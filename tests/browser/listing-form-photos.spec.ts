import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  fourColorImage,
  nearestColor,
  orientedJpeg,
  readQuarterColors,
} from '../support/photo-files.ts'
import { expectAccessible } from './accessibility.ts'
import { dropConsoleErrors, expect, failedRequest, openPage, test } from './fixtures.ts'
import { imageFile } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const files = (page: Page) => page.locator('input[type=file]')
const tiles = (page: Page) =>
  page.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem')
const sources = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
const waitForUploads = (page: Page) => expect(page.getByRole('progressbar')).toHaveCount(0)
const post = (page: Page) => page.getByRole('button', { name: 'Post item' }).click()

async function fillFields(page: Page) {
  await page.getByLabel('Title').fill('Lamp')
  await page.getByLabel('Price', { exact: true }).fill('5')
  await page.getByLabel('Description').fill('Works.')
}

async function chooseThree(page: Page) {
  await files(page).setInputFiles([
    await imageFile('a.png'),
    await imageFile('b.png'),
    await imageFile('c.png'),
  ])
  await expect(tiles(page)).toHaveCount(3)
}

async function removeAll(page: Page) {
  await page.getByRole('button', { name: 'Remove all' }).press('Enter')
  await expect(tiles(page)).toHaveCount(0)
  await expect(files(page)).toBeFocused()
}

test.beforeEach(async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, '/misc/create')
  // The form appears once the session is known.
  await expect(files(page)).toBeAttached()
})

test('photos are chosen, dropped or pasted, reordered and removed', async ({ page }) => {
  await test.step('files other than images are left out', async () => {
    await files(page).setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      await imageFile('a.png'),
    ])
    await expect(tiles(page)).toHaveCount(1)
    await expect(page.getByText('notes.txt is not a photo. We left it out.')).toBeVisible()
  })

  await test.step('photos can be dropped anywhere, or pasted', async () => {
    await expect(page.getByText('Or drop them anywhere on this page, or paste.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take a photo' })).toBeHidden()
    const { buffer } = await imageFile('a.png')
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
        data.items.add(new File(['x'], 'a.txt', { type: 'text/plain' }))
        return data
      },
      [...buffer],
    )
    await page.dispatchEvent('footer', 'dragover', { dataTransfer: transfer })
    await expect(page.getByText('Drop them here')).toBeVisible()
    await page.dispatchEvent('footer', 'drop', { dataTransfer: transfer })
    await expect(tiles(page)).toHaveCount(2)
    await expect(page.getByText('a.txt is not a photo. We left it out.')).toBeVisible()
    await page.evaluate((clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, transfer)
    await expect(tiles(page)).toHaveCount(3)
    // Excel puts a picture beside the text. In a text field, the text is meant.
    const isLeftToField = await page.getByLabel('Description').evaluate(
      (field, bytes) => {
        const clipboardData = new DataTransfer()
        const picture = new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
        clipboardData.items.add(picture)
        clipboardData.items.add('Oak desk', 'text/plain')
        const options = { clipboardData, bubbles: true, cancelable: true }
        return field.dispatchEvent(new ClipboardEvent('paste', options))
      },
      [...buffer],
    )
    expect(isLeftToField).toBe(true)
    await expect(tiles(page)).toHaveCount(3)
    await removeAll(page)
  })

  await test.step('they are reordered by buttons, and each move is announced', async () => {
    await chooseThree(page)
    const [a, b, c] = await sources(page)
    await page.getByRole('button', { name: 'Move photo 1 right' }).press('Enter')
    expect(await sources(page)).toEqual([b, a, c])
    await expect(page.getByText('Photo 1 moved. It is number 2 of 3.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Move photo 2 right' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await sources(page)).toEqual([b, c, a])
    await page.getByRole('button', { name: 'Make photo 3 the cover' }).click()
    expect(await sources(page)).toEqual([a, b, c])
    await expect(page.getByText('Photo 3 moved. It is the cover now.')).toBeVisible()
    await expect(tiles(page).first()).toContainText('Cover')
    await page.getByRole('button', { name: 'Move photo 2 left' }).click()
    expect(await sources(page)).toEqual([b, a, c])
    await waitForUploads(page)
  })

  await test.step('they are reordered by drag, which is announced once', async () => {
    const [first, second, third] = await sources(page)
    await page.evaluate(() => {
      const announcements: string[] = []
      Object.assign(window, { announcements })
      new MutationObserver((changes) => {
        const [text] = changes.map(({ target }) => target.textContent ?? '')
        if (text && /^Photo \d moved/.test(text)) announcements.push(text)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await tiles(page).nth(2).hover()
    await page.mouse.down()
    for (const index of [1, 1, 0, 0]) await tiles(page).nth(index).hover()
    await expect.poll(() => sources(page)).toEqual([third, first, second])
    await page.mouse.up()
    await expect(page.getByText('Photo 3 moved. It is the cover now.')).toBeVisible()
    expect(await page.evaluate(() => Object(window).announcements)).toEqual([
      'Photo 3 moved. It is the cover now.',
    ])
  })

  await test.step('they are removed one by one or all at once, and the focus moves', async () => {
    const [first] = await sources(page)
    await page.getByRole('button', { name: 'Remove photo 2' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeFocused()
    expect(await sources(page)).toEqual([first])
    await removeAll(page)
  })

  await test.step('ten of twelve photos are kept, with a message', async () => {
    const photo = await imageFile('a.png')
    await files(page).setInputFiles(
      Array.from({ length: 12 }, (_, n) => ({ ...photo, name: `${n}.png` })),
    )
    await expect(tiles(page)).toHaveCount(10)
    await expect(page.getByText('You can add 10 photos. We kept the first 10.')).toBeVisible()
    await waitForUploads(page)
    await removeAll(page)
  })

  await test.step('a large photo is resized and rotated before the upload', async () => {
    const sideways = await sharp(await orientedJpeg(6))
      .resize(3000, 4000, { fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const sent = page.waitForRequest('**/api/upload')
    const responded = page.waitForResponse('**/api/upload')
    await files(page).setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: sideways })
    expect(Number((await sent).headers()['content-length'] ?? 0)).toBeLessThan(sideways.length)
    const { url } = await (await responded).json()
    const stored = await page.request.get(`/api${url}`)
    const colors = await readQuarterColors(await stored.body())
    expect(colors.map(nearestColor)).toEqual(['red', 'green', 'blue', 'yellow'])
  })
})

test('a photo is turned and cropped before the upload, by mouse or keyboard', async ({ page }) => {
  const upload = page.getByRole('button', { name: 'Use photo' })
  const dialog = page.getByRole('dialog')
  const buffer = await fourColorImage(800, 600).png().toBuffer()
  const tall = await fourColorImage(600, 1200).png().toBuffer()
  const readSent = async (press: () => Promise<void>) => {
    const responded = page.waitForResponse('**/api/upload')
    await press()
    const { url } = await (await responded).json()
    const stored = await page.request.get(`/api${url}`)
    return (await readQuarterColors(await stored.body())).map(nearestColor)
  }
  await files(page).setInputFiles({ name: 'four.png', mimeType: 'image/png', buffer })
  await waitForUploads(page)

  await test.step('turned right, the left side is on top', async () => {
    await page.getByRole('button', { name: 'Edit photo 1' }).click()
    await page.getByRole('button', { name: 'Turn right' }).press('Enter')
    await expect(page.getByText('Turned right.')).toBeAttached()
    await expectAccessible(page)
    expect(await readSent(() => upload.click())).toEqual(['blue', 'red', 'yellow', 'green'])
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit photo 1' })).toBeFocused()
    await expect(page.getByText('Photo 1 changed.')).toBeVisible()
    await waitForUploads(page)
  })

  await test.step('cropped by keyboard, only one colour is left', async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Bottom right corner/ }).focus()
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press('ControlOrMeta+ArrowLeft')
      await page.keyboard.press('ControlOrMeta+ArrowUp')
    }
    expect(await readSent(() => upload.press('Enter'))).toEqual(['blue', 'blue', 'blue', 'blue'])
    await waitForUploads(page)
  })

  await test.step('Cancel and Escape change nothing, nor does an unchanged photo', async () => {
    const before = await sources(page)
    for (const close of [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () =>
        page
          .getByRole('button', { name: 'Undo changes' })
          .click()
          .then(() => upload.click()),
    ]) {
      await page.getByRole('button', { name: 'Edit photo 1' }).click()
      await page.getByRole('button', { name: 'Turn left' }).click()
      await close()
      await expect(dialog).toBeHidden()
    }
    expect(await sources(page)).toEqual(before)
  })

  await test.step('a photo of a draft is edited, too, in its place', async () => {
    await files(page).setInputFiles([
      { name: 'four.png', mimeType: 'image/png', buffer },
      await imageFile('a.png'),
    ])
    await waitForUploads(page)
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.reload()
    await expect(tiles(page)).toHaveCount(2)
    const [, other] = await sources(page)
    await page.route('**/uploads/*', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.getByRole('button', { name: 'Edit photo 1' }).click()
    await expect(dialog).toContainText("We couldn't load this photo.")
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit photo 1' }).click()
    await page.getByRole('button', { name: 'Turn right' }).click()
    await expect(dialog.getByAltText('Preview of photo 1')).toBeVisible()
    expect(await readSent(() => upload.click())).toEqual(['blue', 'red', 'yellow', 'green'])
    await expect(dialog).toBeHidden()
    await waitForUploads(page)
    expect((await sources(page))[1]).toBe(other)
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
  })

  await test.step('a change that is not uploaded is lost on a reload, and the photo is not', async () => {
    await page.reload()
    await expect(tiles(page)).toHaveCount(1)
    const before = await sources(page)
    await page.route('**/api/upload', () => undefined)
    await page.getByRole('button', { name: 'Edit photo 1' }).click()
    await page.getByRole('button', { name: 'Turn right' }).click()
    await upload.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(dialog).toContainText(
      "You'll lose the changes to photos that aren't uploaded yet.",
    )
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.reload()
    await expect(tiles(page)).toHaveCount(1)
    expect(await sources(page)).toEqual(before)
    await page.unroute('**/api/upload')
  })

  await test.step('a tall photo leaves room for the buttons on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await files(page).setInputFiles({ name: 'tall.png', mimeType: 'image/png', buffer: tall })
    await waitForUploads(page)
    await page.getByRole('button', { name: 'Edit photo 2' }).click()
    await expect(dialog.getByAltText('Preview of photo 2')).toBeVisible()
    for (const name of ['Turn left', 'Undo changes', 'Use photo']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
  })

  await test.step('a photo that this browser cannot open says so', async () => {
    const broken = { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.from('broken') }
    await page.route('**/api/upload', () => undefined)
    await files(page).setInputFiles(broken)
    await page.getByRole('button', { name: 'Edit photo 2' }).click()
    await expect(dialog).toContainText("This browser can't open this photo for editing.")
    await expect(upload).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('photos that cannot be read or fail to upload block saving until they are removed or retried', async ({
  page,
  consoleErrors,
}) => {
  await test.step('a photo that cannot be read has the focus before wrong fields', async () => {
    await files(page).setInputFiles([
      await imageFile('a.png'),
      { name: 'IMG_2041.heic', mimeType: 'image/heic', buffer: Buffer.from('broken') },
    ])
    await expect(tiles(page).nth(1)).toContainText('IMG_2041.heic')
    await waitForUploads(page)
    await post(page)
    const remove = page.getByRole('button', { name: 'Remove IMG_2041.heic' })
    await expect(remove).toBeFocused()
    await expect(page.getByRole('alert')).toContainText('Remove IMG_2041.heic to post without it.')
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Field required')
    await remove.click()
    await expect(page.getByRole('alert')).toBeHidden()
    await post(page)
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await expect(tiles(page)).toHaveCount(0)
  })

  await test.step('a failed upload can be retried', async () => {
    await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
    await files(page).setInputFiles(await imageFile('a.png'))
    await expect(tiles(page)).toContainText("You're offline. Check your connection and try again.")
    await fillFields(page)
    await post(page)
    await expect(page.getByRole('alert')).toHaveText(
      'One or more images failed to upload. Please wait, then try again.',
    )
    await page.getByRole('button', { name: 'Try again to upload a.png' }).click()
    await waitForUploads(page)
  })

  await test.step('a photo that cannot be read is named, and has no place', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    await files(page).setInputFiles([
      { name: 'broken.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      await imageFile('b.png'),
    ])
    const broken = tiles(page).last()
    await expect(broken).toContainText("broken.svgWe can't use SVG drawings as photos.")
    await expect(broken.getByRole('button')).toHaveCount(1)
    await waitForUploads(page)
    await expect(page.getByText('2 of 10')).toBeVisible()
    await expect(tiles(page).first()).toContainText('Cover')
    await expect(page.getByText('Cover', { exact: true })).toHaveCount(1)
    const [a, b] = await sources(page)
    await page.getByRole('button', { name: 'Move photo 1 right' }).click()
    expect(await sources(page)).toEqual([b, a])
    await expect(page.getByText('Photo 1 moved. It is number 2 of 2.')).toBeVisible()
    await page.getByRole('button', { name: 'Make photo 2 the cover' }).click()
    expect(await sources(page)).toEqual([a, b])
  })

  await test.step('the others are posted without it', async () => {
    await post(page)
    await expect(page.getByRole('alert')).toHaveText(
      'One or more images failed to upload. Please wait, then try again. Remove broken.svg to post without it.',
    )
    const remove = page.getByRole('button', { name: 'Remove broken.svg' })
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove photo 2' })).toBeFocused()
    await expect(page.getByRole('alert')).toBeHidden()
    await post(page)
    await expect(page).toHaveURL('/dashboard')
  })
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('saving waits for pending uploads, and a lost session leads to login', async ({ page }) => {
  await test.step('it sends what was typed during the upload', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/upload', async (route) => {
      await held.promise
      await route.continue()
    })
    await files(page).setInputFiles(await imageFile('a.png'))
    await expect(page.getByRole('progressbar', { name: 'Uploading photo 1' })).toBeVisible()
    await fillFields(page)
    const saves: unknown[] = []
    page.on('request', (request) => {
      const isSave = request.method() === 'POST' && request.url().endsWith('/api/misc')
      if (isSave) saves.push(request.postDataJSON())
    })
    await post(page)
    const busy = page.getByRole('button', { name: 'Uploading photos…' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await expectAccessible(page)
    await busy.click({ force: true })
    await page.getByLabel('Price', { exact: true }).fill('7')
    await page.getByLabel('Title').clear()
    held.resolve()
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Field required')
    expect(saves).toEqual([])
    await page.getByLabel('Title').fill('Desk lamp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    expect(saves).toEqual([expect.objectContaining({ title: 'Desk lamp', price: 7 })])
  })

  await test.step('an upload fails because the session has ended', async () => {
    await page.getByRole('link', { name: 'Post another' }).click()
    await expect(files(page)).toBeAttached()
    await page.request.get('/api/auth/logout')
    await files(page).setInputFiles(await imageFile('a.png'))
    await expect(page.getByRole('button', { name: 'Try again to upload a.png' })).toBeVisible()
    await fillFields(page)
    await post(page)
    await expect(page.getByRole('alert')).toContainText("You've been logged out.")
    await page.getByRole('link', { name: 'Log in to continue' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
  })
})
