import type { Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { pageRoutes } from '#contract/page-routes.ts'
import { expectAccessible, findViolations } from './accessibility.ts'
import { preparedScreens, seededScreens, seededUrl } from './every-screen.ts'
import { expect, openPage, test } from './fixtures.ts'
import { findCutOff, setTextSize } from './layout.ts'
import { addSessionCookie, test as seededTest } from './seeded-fixtures.ts'

/** The smallest phone with twice the text size, and a laptop at 200 %. `npm run test:all` has more. */
const sizes = [
  { width: 320, textSize: '200%' },
  { width: 720, textSize: '' },
  ...(process.env.TEST_ALL
    ? [
        { width: 320, textSize: '' },
        { width: 390, textSize: '200%' },
        { width: 768, textSize: '200%' },
      ]
    : []),
]

/**
 * The number of screens in a test. axe starts faster in a tab that has run it before, but no test should run much longer
 * than others.
 */
const screensPerTest = 5

const chunk = <Item>(items: Item[]) =>
  Array.from({ length: Math.ceil(items.length / screensPerTest) }, (_, index) =>
    items.slice(index * screensPerTest, (index + 1) * screensPerTest),
  )

/** Opens and checks the screens one after the other. */
async function expectGoodScreens(page: Page, urls: string[], consoleErrors: string[]) {
  // axe takes long on a long page.
  test.slow()
  for (const [index, url] of urls.entries()) {
    await test.step(url, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await openPage(page, url)
      // The header and the footer are the same on all of them.
      await expectGoodScreen(page, url, { leavesOutFrame: index > 0 })
      expect.soft(consoleErrors.splice(0), `console on ${url}`).toEqual([])
    })
  }
}

async function expectGoodScreen(page: Page, url: string, axeScope: { leavesOutFrame: boolean }) {
  const check = expect.configure({ soft: true, message: url })
  await check(page).toHaveTitle(/\S · Quad$|^Quad\b/)
  check(await findViolations(page, axeScope)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await check(page.getByRole('main')).toHaveCount(1)
  // A wide screen has a heading for the conversation and one for the list.
  await check(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  expect.soft(await findViolations(page, axeScope), `${url} in dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  for (const { width, textSize } of sizes) {
    await page.setViewportSize({ width, height: 800 })
    await setTextSize(page, textSize)
    expect.soft(await findCutOff(page), `${url} at ${width} px ${textSize}`).toEqual([])
  }
}

test.describe('accessible, and nothing is cut off:', () => {
  // A moving gallery has parts outside the screen.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  seededTest.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const [reader, screens] of Object.entries(seededScreens)) {
    for (const paths of chunk(screens)) {
      seededTest(
        `${paths.join(', ')} as ${reader}`,
        async ({ page, context, baseURL, seed, consoleErrors }) => {
          if (reader === 'ada' || reader === 'bob') {
            await addSessionCookie(context, baseURL ?? '', seed[reader])
          }
          const urls = paths.map((path) => seededUrl(path, seed))
          await expectGoodScreens(page, urls, consoleErrors)
        },
      )
    }
  }

  for (const { routes, prepare } of preparedScreens) {
    test(`${routes.join(', ')} with something to show`, async ({
      page,
      request,
      server,
      consoleErrors,
    }) => {
      await expectGoodScreens(page, await prepare(page, request, server), consoleErrors)
    })
  }
})

test('axe finds faults in the page, the first cards of a list and the open dialog', async ({
  page,
}) => {
  const card = (name: string) => `<li><article><img src="data:," id="${name}"></article></li>`
  await page.setContent(
    `<html lang="en"><title>A page</title><div class="site-shell">
      <header><img src="data:," id="header"></header>
      <main><h1>A list</h1><ul>${['1', '2', '3', '4', '5'].map(card).join('')}</ul></main>
      <dialog aria-label="A dialog"><p>Some text</p><button id="dialog"></button></dialog>
    </div></html>`,
  )
  const expectFaults = (violations: string[], ids: string[]) =>
    expect([...violations.join().matchAll(/id="(\w+)"/g)].map(([, id]) => id)).toEqual(ids)
  expectFaults(await findViolations(page), ['header', '1', '2', '3', '4'])
  expectFaults(await findViolations(page, { leavesOutFrame: true }), ['1', '2', '3', '4'])
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
  await page.locator('button').evaluate((button) => button.replaceChildren('Close'))
  await expectAccessible(page)
  // axe checks nothing behind an open dialog.
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(expectAccessible(page, page.locator('header'))).rejects.toThrow('image-alt')
})

test('every page of the route table is one of them', () => {
  const paths = [
    ...Object.values(seededScreens).flat(),
    ...preparedScreens.flatMap(({ routes }) => routes),
  ].map((path) => path.replace(/[?#].*/, ''))
  const missing = pageRoutes.filter((route) => !paths.some((path) => matchPath(route, path)))
  // The page of a reported item stands for these: all are one component.
  expect(missing).toEqual([
    '/moderation/rentals/:id',
    '/moderation/wanted/:id',
    '/moderation/textbooks/:id',
  ])
})
