import type { APIRequestContext, Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, comeBackToTab, expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { createStudent, logInAsNewStudent } from './students.ts'
import { askForMessages } from './threads.ts'

/**
 * Makes another student write about new listings of the page's student. Returns the threads, and a function to write more.
 */
async function receiveMessages(page: Page, request: APIRequestContext, titles: string[]) {
  const { email, password } = await createStudent(request, { firstName: 'Bo', lastName: 'Li' })
  await request.post(apiPaths.login, { data: { email, password } })
  const write = async (path: string, body: string) => {
    const response = await request.post(path, { data: { body } })
    expect(response.status()).toBe(201)
    return (await response.json()).thread_id as number
  }
  const threads: number[] = []
  for (const title of titles) {
    const id = await createListing(page, 'misc', { title })
    threads.push(await write(apiPaths.listingMessages('misc', id), `Is the ${title} still there?`))
  }
  return {
    threads,
    write: (thread: number, body: string) => write(apiPaths.messages(thread), body),
  }
}

test(
  'list and thread: panes, focus, Back and scroll position',
  bothWidths,
  async ({ page, request, isMobile }) => {
    await logInAsNewStudent(page)
    const titles = ['lamp', 'chair', 'kettle', 'bike', 'desk']
    const { threads } = await receiveMessages(page, request, titles)
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 420 })
    await openPage(page, pagePaths.messages)
    const list = page.getByRole('region', { name: 'Conversations' })
    const row = (index: number) =>
      list.locator(`a[href="${pagePaths.thread(threads[index] ?? 0)}"]`)
    await expect(list.getByRole('link')).toHaveText([/desk/, /bike/, /kettle/, /chair/, /lamp/])
    await expect(row(0)).toHaveAccessibleName(/Bo Li.*lamp.*Is the lamp still there\?.*1 unread/)
    await expect(page.getByText('Choose a conversation')).toBeVisible({ visible: !isMobile })

    const fetched = page.waitForResponse(`**${apiPaths.messages(threads[0] ?? 0)}`)
    await row(0).dispatchEvent('pointerdown')
    await fetched

    await row(0).focus()
    const scrollTop = () => list.evaluate((element) => element.scrollTop)
    const scrolled = await scrollTop()
    expect(scrolled).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pagePaths.thread(threads[0] ?? 0))
    const thread = page.getByRole('region', { name: 'Conversation with Bo Li' })
    await expect(thread).toBeFocused()
    await expect(thread.getByText('Is the lamp still there?')).toBeVisible()
    await expect(page).toHaveTitle(/^\(4\) Bo Li: lamp/)
    await expect(list).toBeVisible({ visible: !isMobile })
    if (!isMobile) await expect(row(0)).toHaveAttribute('aria-current', 'page')
    expect(await measureOverflow(page)).toMatchObject({ width: 0, height: 0 })
    if (isMobile) {
      // A phone of this height has its keyboard open.
      const steps = thread.getByRole('button', { name: 'Mark pending' })
      await expect(steps).toBeVisible()
      await thread.getByRole('textbox').focus()
      await expect(steps).toBeHidden()
      await expect(thread.getByRole('heading', { level: 1 })).toBeInViewport()
      await thread.getByRole('link', { name: 'All messages' }).focus()
      await expect(steps).toBeVisible()
    }

    if (isMobile) await thread.getByRole('link', { name: 'All messages' }).click()
    else await page.goBack()
    await expect(page).toHaveURL(pagePaths.messages)
    await expect(row(0)).toBeFocused()
    await expect(row(0)).not.toHaveAccessibleName(/unread/)
    expect(await scrollTop()).toBe(scrolled)

    await openPage(page, pagePaths.thread(threads[1] ?? 0))
    if (isMobile) await thread.getByRole('link', { name: 'All messages' }).click()
    else await row(2).click()
    await expect(page).toHaveURL(isMobile ? pagePaths.messages : pagePaths.thread(threads[2] ?? 0))
    if (isMobile) return
    await openPage(page, pagePaths.thread(999_999))
    await expect(page.getByRole('heading', { name: 'Conversation not found.' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('the number of unread conversations is the same in all tabs; all end with the session', async ({
  page,
  request,
}) => {
  await logInAsNewStudent(page)
  const { threads, write } = await receiveMessages(page, request, ['lamp', 'chair'])
  const [first = 0] = threads
  const badge = (tab: Page, name: string) =>
    tab.getByRole('banner').getByRole('link', { name, exact: true })
  const other = await page.context().newPage()
  await openPage(other, pagePaths.about)
  await expect(badge(other, 'Messages, 2 unread')).toBeVisible()
  await expect(other).toHaveTitle(/^\(2\) About Us/)

  await openPage(page, pagePaths.thread(first))
  await expect(badge(page, 'Messages, 1 unread')).toBeVisible()
  await expect(badge(other, 'Messages, 1 unread')).toBeVisible()
  await page.getByRole('link', { name: /Is the chair/ }).click()
  await expect(badge(page, 'Messages')).toBeVisible()
  await expect(badge(other, 'Messages')).toBeVisible()
  await expect(other).toHaveTitle(/^About Us/)

  await write(first, 'Are you there?')
  await comeBackToTab(other)
  await expect(badge(other, 'Messages, 1 unread')).toBeVisible()
  // The poll of the open thread updates the list too.
  await expect(page.getByRole('link', { name: /Are you there\?.*1 unread/ })).toBeVisible()
  await expect(badge(page, 'Messages, 1 unread')).toBeVisible()

  const { pathname } = new URL(page.url())
  await page.context().clearCookies()
  await askForMessages(page)
  await expect(page).toHaveURL(pagePaths.login(pathname))
})

test(
  'conversations about one listing stand together, and its seller tells the others that it is gone',
  bothWidths,
  async ({ page, request, isMobile }) => {
    await logInAsNewStudent(page)
    const lamp = await createListing(page, 'misc', { title: 'Floor lamp' })
    const threads: number[] = []
    for (const firstName of ['Bo', 'Mia', 'Liam']) {
      const { email, password } = await createStudent(request, { firstName, lastName: 'Li' })
      await request.post(apiPaths.login, { data: { email, password } })
      const data = { body: 'Is the lamp still there?' }
      const sent = await request.post(apiPaths.listingMessages('misc', lamp), { data })
      threads.push((await sent.json()).thread_id)
    }
    await openPage(page, pagePaths.messages)
    const group = page.getByRole('list', { name: /Floor lamp.*3 students/ })
    await expect(group.getByRole('link')).toHaveText([/Liam Li/, /Mia Li/, /Bo Li/])
    await expectAccessible(page)

    await openPage(page, pagePaths.thread(threads[0] ?? 0))
    await expect(page.getByRole('button', { name: /^Tell/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Mark sold Floor lamp' }).click()
    const panel = page.getByRole('region', { name: 'Others who wrote' })
    await expect(panel).toContainText('Liam Li and Mia Li wrote to you too.')
    await page.getByRole('button', { name: "Tell the other 2 it's gone" }).press('Enter')
    await expect(panel.getByRole('status')).toHaveText('You told 2 students.')
    await expect(panel.getByRole('status')).toBeFocused()
    await expect(page.getByRole('button', { name: /^Tell/ })).toHaveCount(0)
    expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
    if (!isMobile) {
      await expect(
        page.getByRole('link', { name: /Liam Li.*You: Sorry, it's gone\./ }),
      ).toBeVisible()
    }
    // Liam was the last to log in.
    const read = await request.get(apiPaths.messages(threads[2] ?? 0))
    expect((await read.json()).results.at(-1)).toMatchObject({
      is_own: false,
      body: "Sorry, it's gone.",
    })
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message to Bo Li' })).toBeVisible()
    await expect(panel).toHaveCount(0)
  },
)
