import type { Locator, Page, Route } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { abortRequest, mockApi, respondWithError } from './account-forms.ts'
import {
  bothWidths,
  comeBackToTab,
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { measureOverflow, setTextSize } from './layout.ts'
import { askForMessages, createThread, fillThread } from './threads.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages with Ben Okafor' })
const items = (page: Page) => messages(page).getByRole('listitem')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message to Ben Okafor' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const leftOf = (locator: Locator) =>
  locator.evaluate((element) => element.getBoundingClientRect().left)

/** Returns all texts of a thread, as the server has them. */
async function readBodies(page: Page, threadId: number): Promise<string[]> {
  const { results } = await (await page.request.get(apiPaths.messages(threadId))).json()
  return results.map(({ body }: { body: string }) => body)
}

test('1,000 messages open at their end and scroll back', async ({ page, request, server }) => {
  test.slow()
  const { id, answer } = await createThread(page, request)
  fillThread(server.dataDir, id, 1000)
  // The list is found by selector, because a search by role is slow among so many elements.
  const list = page.locator('[aria-label="Messages with Ben Okafor"]')
  const rows = list.locator('li')
  const scrollToStart = () =>
    list.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))

  await test.step('they open at their end', async () => {
    await openPage(page, pagePaths.thread(id))
    await expect(items(page)).toHaveCount(50)
    await expect(rows).toHaveCount(50)
    await expect(rows.last()).toContainText('Message 1000')
    await expect(rows.last()).toBeInViewport({ ratio: 1 })
  })

  await test.step('loading earlier messages does not move the ones on screen', async () => {
    const topOf = (text: string) =>
      rows
        .filter({ hasText: text })
        .evaluate((item) => Math.round(item.getBoundingClientRect().top))
    await scrollToStart()
    const before = await topOf('Message 951')
    await expect(rows).toHaveCount(100)
    expect(Math.abs((await topOf('Message 951')) - before), 'it stays in its place').toBeLessThan(3)
  })

  await test.step('the keyboard scrolls back to the first message', async () => {
    await list.focus()
    for (let count = 100; count < 1000; count = await rows.count()) {
      // In between it jumps at once: the keyboard scrolls smoothly, which takes long over all pages.
      if (count === 100 || count >= 900) await page.keyboard.press('Home')
      else await scrollToStart()
      await expect.poll(() => rows.count(), { intervals: [50] }).toBeGreaterThan(count)
    }
    await expect(rows).toHaveCount(1000)
    await page.keyboard.press('Home')
    await expect(list.getByText('Meet safely.')).toBeInViewport()
    await expect(rows.first()).toContainText('Is it still available?')
  })

  const readUnread = async () => (await (await page.request.get(apiPaths.me)).json()).unread
  await test.step('a new message is polled, announced, and stays unread until it is seen', async () => {
    await answer('Message 1001')
    await expect(
      page.locator('[role=status]').filter({ hasText: 'Ben Okafor: Message 1001' }),
    ).toHaveCount(1)
    await expect(rows.first()).toBeInViewport()
    expect(await readUnread()).toBe(1)
    await press(page, 'New messages')
    await expect(list).toBeFocused()
    await expect(rows.last()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'New messages' })).toBeHidden()
    await expect.poll(readUnread).toBe(0)
  })

  await test.step('at the end, the next one is in view at once', async () => {
    await answer('Message 1002')
    await askForMessages(page)
    await expect(rows.last()).toContainText('Message 1002')
    await expect(rows.last()).toBeInViewport({ ratio: 1 })
  })
})

test('what was not sent is sent once', async ({ page, request, consoleErrors }) => {
  const { id } = await createThread(page, request)
  await openPage(page, pagePaths.thread(id))
  const api = await mockApi(page, apiPaths.messages(id), (route) => route.continue())
  const handlePosts = (handle: (route: Route) => unknown) => {
    api.handle = (route: Route) =>
      route.request().method() === 'POST' ? handle(route) : route.continue()
  }

  let deliver: () => void = () => undefined
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  handlePosts(async (route) => {
    await delivered
    await route.continue()
  })
  await field(page).fill('First')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(items(page).last()).toContainText('Sending…')
  deliver()
  await expect(items(page).last()).toContainText(/\d:\d\d [ap]m/)
  await expect(page.getByText('Sending…')).toHaveCount(0)

  handlePosts(abortRequest)
  await field(page).fill('Second')
  await field(page).press('Enter')
  await expect(messages(page).getByRole('alert')).toContainText("You're offline.")
  await field(page).fill('Third')
  await field(page).press('Enter')
  await expect(messages(page).getByRole('button', { name: 'Try again' })).toHaveCount(2)
  await expectAccessible(page)

  await field(page).fill('A draft\nof two lines')
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click()
  await expect(page).toHaveURL(pagePaths.messages)
  await expect(page.getByRole('link', { name: /Ben Okafor.*Not sent: Second/ })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('A draft\nof two lines')
  await page.reload()
  await expect(field(page)).toHaveValue('A draft\nof two lines')
  await expect(items(page)).toContainText(['Is it', 'First', 'Second', 'Third'])

  // The server gets the message, but its answer and those of all polls are lost.
  api.handle = async (route: Route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  }
  await messages(page).getByRole('button', { name: 'Try again' }).first().click()
  await expect(messages(page).getByRole('alert')).toContainText("You're offline.")
  expect(await readBodies(page, id)).toEqual(['Is it still available?', 'First', 'Second'])
  handlePosts((route) => route.continue())
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(messages(page).getByRole('alert')).toBeEmpty()
  await expect(messages(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(items(page)).toHaveCount(4)
  expect(await readBodies(page, id)).toEqual(['Is it still available?', 'First', 'Second', 'Third'])

  // The message shows the server's reason. After editing and deleting, it is gone.
  handlePosts(respondWithError(429, 'You can send 60 messages an hour.'))
  await field(page).press('Enter')
  await expect(messages(page).getByRole('alert')).toContainText('You can send 60 messages an hour.')
  await press(page, 'Edit')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('A draft\nof two lines')
  await expect(items(page)).toHaveCount(4)
  await field(page).fill('')
  await page.reload()
  await expect(items(page)).toHaveCount(4)
  await expect(field(page)).toHaveValue('')
  await waitForHydration(page)

  // A conversation that is opened again sends what waits, without a press.
  handlePosts(abortRequest)
  await field(page).fill('Fourth')
  await field(page).press('Enter')
  await expect(messages(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.reload()
  handlePosts((route) => route.continue())
  await expect(items(page)).toHaveCount(5)
  await expect(messages(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByText('Sending…')).toHaveCount(0)
  expect((await readBodies(page, id)).slice(-2)).toEqual(['Third', 'Fourth'])
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('the other student of a conversation who logs in here sends and sees nothing of the first', async ({
  page,
  request,
  context,
  consoleErrors,
}) => {
  const { id } = await createThread(page, request)
  await openPage(page, pagePaths.thread(id))
  const api = await mockApi(page, apiPaths.messages(id), (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field(page).fill('Sent by Ada')
  await field(page).press('Enter')
  await expect(messages(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await field(page).fill('Typed by Ada')

  await context.addCookies((await request.storageState()).cookies)
  await comeBackToTab(page)
  const fieldOfBen = page.getByRole('textbox', { name: 'Message to Ada Lovelace' })
  await expect(fieldOfBen).toHaveValue('')
  await expect(page.getByText('Sent by Ada')).toHaveCount(0)
  api.handle = (route) => route.continue()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await fieldOfBen.fill('Sent by Ben')
  await fieldOfBen.press('Enter')
  await expect.poll(() => readBodies(page, id)).toEqual(['Is it still available?', 'Sent by Ben'])
  const typed = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(typed).not.toContain('Ada')
  dropConsoleErrors(consoleErrors, failedRequest)
})

test('any text looks right', async ({ page, request }) => {
  const texts = [
    'x'.repeat(2000),
    '👩‍👩‍👧‍👦'.repeat(200),
    'مرحبا، انظر https://quad.ca@evil.example/مسار ثم اكتب لي',
    `Z${'\u0338\u0321\u0322'.repeat(60)}algo`,
    'One\n\n\ntwo <b>three</b> javascript:alert(1)',
  ]
  const { id, answer } = await createThread(page, request)
  for (const text of texts) await answer(text)
  await openPage(page, pagePaths.thread(id))
  await expect(items(page)).toHaveCount(6)
  for (const text of texts) await expect(messages(page)).toContainText(text.trim())
  await expect(messages(page).getByRole('link')).toHaveCount(0)
  await expect(messages(page).locator('b')).toHaveText('evil.example')
  await expectAccessible(page)
  for (const [width, size] of [
    [320, ''],
    [320, '200%'],
    [390, ''],
    [900, ''],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await setTextSize(page, size)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    const tooWide = await messages(page).evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(tooWide, `${width} ${size}`).toBe(0)
    if (!size) {
      const offering = page.getByRole('button', { name: 'Offer a price' })
      const chip = page.getByRole('button', { name: "Yes, it's still available!" })
      expect(await leftOf(offering), `${width}`).toBe(await leftOf(chip))
    }
    await field(page).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  }
  // These are low screens, as with an open keyboard.
  await setTextSize(page, '')
  for (const [width, height] of [
    [844, 390],
    [390, 430],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(items(page).last()).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  }
})

test(
  'a seller answers by keyboard, marks it sold and blocks',
  bothWidths,
  async ({ page, request, isMobile }) => {
    const { id, listingId, answer } = await createThread(page, request)
    await openPage(page, pagePaths.thread(id))
    await expect(page.getByRole('heading', { level: 1, name: 'Ben Okafor' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Desk lamp', exact: true })).toHaveAttribute(
      'href',
      pagePaths.listing('misc', listingId),
    )
    await page.getByRole('button', { name: "Yes, it's still available!" }).press('Enter')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue("Yes, it's still available!")
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Come by.')
    const bottom = async (element: Locator) => {
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {}
      return y + height
    }
    // The border belongs to the box around the text.
    const below =
      (await bottom(page.getByRole('button', { name: 'Send' }))) - (await bottom(field(page)))
    expect(below, 'Send is beside the last line').toBeCloseTo(1, 0)
    await page.keyboard.press('Enter')
    if (isMobile) {
      await expect(field(page), 'Enter breaks the line').toHaveValue(/Come by.\n$/)
      await press(page, 'Send')
    }
    await expect(field(page)).toHaveValue('')
    await expect(items(page).last()).toContainText("Yes, it's still available!\nCome by.")
    await press(page, 'Send')
    await expect(field(page)).toHaveAccessibleDescription('Write a message first')
    await expect(field(page)).toBeFocused()

    await page.getByRole('button', { name: "Sorry, it's gone." }).press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(/Enter sends|^$/)
    await expect(items(page), 'a chip sends nothing').toHaveCount(2)
    await page.getByRole('button', { name: 'Mark sold', exact: true }).press('Enter')
    await expect(page.getByText('Sold', { exact: true }).last()).toBeVisible()
    await expect(page.getByText("It's still listed.")).toBeHidden()
    await expect(field(page)).toBeFocused()
    await page.getByLabel('What did it go for?').fill('12')
    await page.getByRole('button', { name: 'Save price' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Change Desk lamp' })).toBeFocused()
    await field(page).press('End')
    await page.keyboard.type(' Sorry.')
    await expect(field(page), 'the focus stays').toHaveValue("Sorry, it's gone. Sorry.")
    await press(page, 'Send')
    await expect(items(page), 'under no toast').toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Mark available Desk lamp' })).toBeVisible()
    await expect(page.getByRole('button', { name: "Sorry, it's gone." })).toBeVisible()
    await expect(page.getByRole('button', { name: "Yes, it's still available!" })).toBeHidden()

    await page.getByRole('button', { name: 'More' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused()
    if (!isMobile) await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Block Ben Okafor?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    if (!isMobile) await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Block' }).press('Enter')
    await expect(page.getByText("You've blocked Ben Okafor")).toBeVisible()
    await page.getByRole('button', { name: 'Unblock' }).last().click({ trial: true })
    await expect(field(page)).toBeHidden()
    if (!isMobile) await expectAccessible(page)
    await page.getByRole('button', { name: 'Unblock' }).last().press('Enter')
    await expect(field(page)).toBeVisible()
    // This simulates Safari's keyboard, which covers the page.
    await page.evaluate(() => {
      const viewport = window.visualViewport
      Object.defineProperty(viewport, 'height', { configurable: true, value: 400 })
      viewport?.dispatchEvent(new Event('resize'))
    })
    const bottomOf = async () => {
      const box = await field(page).boundingBox()
      return box ? box.y + box.height : undefined
    }
    await expect.poll(bottomOf).toBeLessThan(400)
    await page.evaluate(() => {
      Reflect.deleteProperty(window.visualViewport ?? {}, 'height')
      window.visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(bottomOf).toBeGreaterThan(500)
    await answer('Thank you!')
    await askForMessages(page)
    await expect(items(page).last()).toContainText('Thank you!')
  },
)
