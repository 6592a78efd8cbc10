import type { Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { pageRoutes } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { preparedScreens, seededScreens, seededUrl } from './every-screen.ts'
import { expect, openPage, test } from './fixtures.ts'
import { findCutOff, setTextSize } from './layout.ts'
import { addSessionCookie, test as seededTest } from './seeded-fixtures.ts'

/** The smallest phone, twice the text on phones and tablets, and a laptop at 200 %. */
const sizes = [
  { width: 320, textSize: '' },
  { width: 320, textSize: '200%' },
  { width: 390, textSize: '200%' },
  { width: 720, textSize: '' },
  { width: 768, textSize: '200%' },
]

async function expectGoodScreen(page: Page) {
  // Axe takes its time on a long page.
  test.slow()
  // A gallery that moves has parts outside of the screen.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page).toHaveTitle(/\S · Quad$|^Quad\b/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('main')).toHaveCount(1)
  // A wide screen has one for the conversation beside that of the list.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessible(page)
  for (const { width, textSize } of sizes) {
    await page.setViewportSize({ width, height: 800 })
    await setTextSize(page, textSize)
    expect.soft(await findCutOff(page), `${width} px ${textSize}`).toEqual([])
  }
}

for (const [reader, paths] of Object.entries(seededScreens)) {
  for (const path of paths) {
    seededTest(`${path} as ${reader}`, async ({ page, context, baseURL, seed }) => {
      if (reader === 'ada' || reader === 'bob') {
        await addSessionCookie(context, baseURL ?? '', seed[reader])
      }
      await openPage(page, seededUrl(path, seed))
      await expectGoodScreen(page)
    })
  }
}

for (const { route, prepare } of preparedScreens) {
  test(`${route} with something to show`, async ({ page, request, server }) => {
    await openPage(page, await prepare(page, request, server))
    await expectGoodScreen(page)
  })
}

test('every page of the route table is one of them', () => {
  const paths = [
    ...Object.values(seededScreens).flat(),
    ...preparedScreens.map(({ route }) => route),
  ].map((path) => path.replace(/[?#].*/, ''))
  const missing = pageRoutes.filter((route) => !paths.some((path) => matchPath(route, path)))
  // One component with the case of an item.
  expect(missing).toEqual(['/moderation/rentals/:id', '/moderation/textbooks/:id'])
})
