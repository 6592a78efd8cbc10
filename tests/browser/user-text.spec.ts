import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import { logInAsModerator } from './moderators.ts'
import { createStudent, logIn } from './students.ts'

const mark = '\u0317'
const marks = `${mark}\u0301\u0308\u0330`.repeat(5)

/** Returns a text from right to left, with stacked marks and without a space to break at. */
const hostileText = (length: number) => `ש${marks}${'W'.repeat(length - marks.length - 1)}`

/** Finds visible text that always runs from left to right, or whose marks reach out of its box. */
const findBadLayout = (part: Locator) =>
  part.evaluate((root, mark) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      if (!parent?.checkVisibility() || parent.closest('.sr-only')) continue
      if (!textContent?.includes(mark)) continue
      let box: Element | null = parent
      while (box && getComputedStyle(box).display === 'inline') box = box.parentElement
      const isIsolated = parent.closest('bdi, [dir="auto"]')
      const isClipped = box && getComputedStyle(box).overflowY !== 'visible'
      if (!isIsolated || !isClipped) found.push(parent.outerHTML.slice(0, 80))
    }
    return found
  }, mark)

async function expectInPlace(page: Page, path: string, part = page.locator('body')) {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await measureOverflow(page)).width, `${path} at ${width}`).toBeLessThanOrEqual(0)
  }
  expect(await findBadLayout(part), path).toEqual([])
}

test('text of any script, with stacked marks or without spaces, stays in its place', async ({
  page,
  server,
}) => {
  test.slow()
  const name = hostileText(60)
  const names = { firstName: name, lastName: name }
  await logIn(page, await createStudent(page.request, names))
  const texts = { title: hostileText(120), description: hostileText(500) }
  const ids = {
    rentals: await createListing(page, 'rentals', { ...texts, address: hostileText(200) }),
    textbooks: await createListing(page, 'textbooks', {
      ...texts,
      book_title: texts.title,
      author: name,
      edition: name,
      course_code: 'W'.repeat(20),
    }),
    misc: await createListing(page, 'misc', texts),
  }
  const publicPaths = [
    '/rentals',
    '/textbooks',
    '/misc',
    `/rentals/${ids.rentals}`,
    `/textbooks/${ids.textbooks}`,
    `/textbooks?course=${'W'.repeat(100)}&q=${'W'.repeat(120)}`,
    `/search?q=${'W'.repeat(200)}`,
  ]
  for (const path of publicPaths) {
    // The server renders the whole text of these pages.
    await page.goto(path)
    await expectInPlace(page, path)
  }
  const ownPaths = [
    '/dashboard',
    `/misc/create?id=${ids.misc}`,
    `/misc/${ids.misc}/contact`,
    `/misc/${ids.misc}`,
  ]
  for (const path of ownPaths) {
    await openPage(page, path)
    await expectInPlace(page, path)
  }

  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const dialogOverflow = await page
    .getByRole('dialog')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(dialogOverflow).toBe(0)
  expect(await findBadLayout(page.locator('body'))).toEqual([])

  const { id: sellerId } = await (await page.request.get(apiPaths.me)).json()
  await logIn(page, await createStudent(page.request, names))
  const sent = await page.request.post(apiPaths.listingMessages('misc', ids.misc), {
    data: { body: `${texts.description}\n${texts.description}` },
  })
  expect(sent.status()).toBe(201)
  const { thread_id } = await sent.json()
  for (const path of [pagePaths.messages, pagePaths.thread(thread_id)]) {
    await openPage(page, path)
    await expectInPlace(page, path)
  }

  // The text appears on a card, in a row of ended listings, and as the words of a search.
  for (const [category, id] of [
    ['rental', ids.rentals],
    ['misc', ids.misc],
  ] as const) {
    expect((await page.request.put(apiPaths.favourite(category, id))).status()).toBe(204)
  }
  const db = new DatabaseSync(join(server.dataDir, 'quad.db'), { timeout: 5000 })
  db.prepare(`UPDATE listings SET status = 'sold' WHERE id = ?`).run(ids.misc)
  db.close()
  const query = new URLSearchParams({ q: hostileText(80), location: hostileText(80) }).toString()
  const data = { category: 'rental', query }
  expect((await page.request.post(apiPaths.savedSearches, { data })).status()).toBe(201)
  for (const path of [pagePaths.saved, pagePaths.browse('rental', query)]) {
    await openPage(page, path)
    await expectInPlace(page, path)
  }

  await page.request.post(apiPaths.reportThread(thread_id), {
    data: { reason: 'scam', note: texts.description },
  })
  await logInAsModerator(page, server)
  await openPage(page, pagePaths.moderatedStudent(sellerId))
  await page.getByRole('button', { name: 'Show the conversation' }).click()
  const conversation = page.getByRole('list', { name: 'Conversation' })
  await expectInPlace(page, 'a reported conversation', conversation)
})

test('the actions on a phone’s dashboard are whole words', async ({ page }) => {
  await logIn(page, await createStudent(page.request))
  await createListing(page, 'misc')
  await page.setViewportSize({ width: 320, height: 800 })
  await openPage(page, '/dashboard')
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'More actions: Desk lamp' }).click()
  for (const [role, label] of [
    ['button', 'Mark sold'],
    ['link', 'Edit'],
    ['button', 'Mark pending'],
    ['button', 'Delete'],
  ] as const) {
    const oneLineHeight = 44
    const action = page.getByRole(role, { name: `${label} Desk lamp` })
    expect((await action.boundingBox())?.height, label).toBe(oneLineHeight)
  }
})
