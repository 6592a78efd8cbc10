import type { BrowserContext, Page } from '@playwright/test'
import { keptCachePrefix } from '#contract/offline.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { findFreePort } from '../support/free-port.ts'
import { quickServer, startServer } from '../support/start-server.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test, waitForHydration } from './fixtures.ts'
import { createListing, imageFile } from './listings.ts'
import { createStudent, logIn, logInAsNewStudent, openSessionLinks } from './students.ts'
import { createThread } from './threads.ts'
import { startUpgradedSite } from './upgraded-site.ts'

test.use({ serviceWorkers: 'allow' })

/** Returns the names of all caches with data of students, and the paths that they have. */
const readKept = (page: Page) =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
  }, keptCachePrefix)

const expectKept = (page: Page, path: string) =>
  expect.poll(async () => (await readKept(page)).paths, { timeout: 30_000 }).toContain(path)

const readKeptText = (page: Page, path: string) =>
  page.evaluate(async (url) => (await caches.match(url))?.text(), path)

const expectNothingKept = (page: Page) =>
  expect.poll(() => readKept(page)).toEqual({ names: [], paths: [] })

async function goOffline(context: BrowserContext, page: Page, path: string) {
  await context.setOffline(true)
  await page.goto(path)
  await waitForHydration(page)
}

/*
 * Whether a page that the worker gives knows that it is offline depends on the browser's version: in Chromium 150, the
 * emulated network tells only the page that was open when it went away.
 */
const asOf = /(You're offline|We can't reach the site)\..* as of \d{1,2}:\d\d (am|pm)\./
const unreachable = /We can't reach the site\..* as of/
const noConnection = /^(You're offline|We can't reach the site)$/

test(
  'saved listings and conversations can be read offline, and a message waits',
  bothWidths,
  async ({ page, context, browser, server, request, consoleErrors }) => {
    test.slow()
    const { id, answer } = await createThread(page, request, 'Is the lamp still there?')
    await answer('I could come today.')
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await logInAsNewStudent(other)
    const listingId = await createListing(other, 'misc', { title: 'Blue armchair' })
    await other.context().close()
    await page.request.put(apiPaths.favourite('misc', listingId))

    await openPage(page, pagePaths.thread(id))
    await expectKept(page, apiPaths.messages(id))
    await expectKept(page, apiPaths.listing('misc', listingId))
    expect(await readKeptText(page, apiPaths.listing('misc', listingId))).not.toContain('@')

    await test.step('the conversation, with how old it is', async () => {
      await goOffline(context, page, pagePaths.thread(id))
      await expect(page.getByText('I could come today.').last()).toBeVisible()
      await expect(page.getByText(asOf)).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a message waits', async () => {
      await page.getByRole('textbox', { name: 'Message to Ben Okafor' }).fill('Six works for me.')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Six works for me.')).toBeVisible()
      await page.reload()
      await waitForHydration(page)
      await expect(page.getByText('Six works for me.')).toBeVisible()
    })

    await test.step('saved listings, and their pages', async () => {
      await page.goto(pagePaths.saved)
      await waitForHydration(page)
      await page.getByRole('main').getByRole('link', { name: 'Blue armchair', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blue armchair')
      await expect(page.getByText(asOf)).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blue armchair')
    })

    await test.step('a device that has a connection, but does not reach the site', async () => {
      const tab = await context.newPage()
      await tab.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }))
      await tab.goto(pagePaths.saved)
      await waitForHydration(tab)
      await expect(tab.getByText(unreachable)).toBeVisible()
      const link = tab.getByRole('main').getByRole('link', { name: 'Blue armchair', exact: true })
      // A finger touches the link, and the data is there before the page opens.
      const fetched = tab.waitForResponse(`**${apiPaths.listing('misc', listingId)}`)
      await link.dispatchEvent('pointerdown')
      await (await fetched).finished()
      await link.click()
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Blue armchair')
      await expect(tab.getByText(unreachable)).toBeVisible()
      await tab.close()
    })

    await test.step('other pages say that they need a connection, and what does not', async () => {
      await page.goto(pagePaths.dashboard)
      await waitForHydration(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(noConnection)
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'conversations' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    })

    const readBodies = async () =>
      (await (await page.request.get(apiPaths.messages(id))).json()).results.map(
        ({ body }: { body: string }) => body,
      )
    await test.step('online again, the message is sent from any page', async () => {
      // The tab is closed before the network returns.
      await page.goto('about:blank')
      await context.setOffline(false)
      await openPage(page, pagePaths.saved)
      await expect.poll(readBodies).toContain('Six works for me.')
      await expect(page.getByText(asOf)).toBeHidden()
    })

    await test.step('a network that returns while another page is open is enough', async () => {
      await context.setOffline(true)
      await page.goto(pagePaths.thread(id))
      await waitForHydration(page)
      await page.getByRole('textbox', { name: 'Message to Ben Okafor' }).fill('See you there.')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('See you there.')).toBeVisible()
      await page.goto(pagePaths.saved)
      await waitForHydration(page)
      await context.setOffline(false)
      // A page that believes it is online gets no event from the emulated network.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(readBodies).toContain('See you there.')
      const bodies = await readBodies()
      expect(bodies.slice(-2)).toEqual(['Six works for me.', 'See you there.'])
    })
    // Chromium logs each request that failed.
    consoleErrors.length = 0
  },
)

test(
  'nothing of a student stays after a logout, here or elsewhere, or another login',
  bothWidths,
  async ({ page, context, isMobile, consoleErrors }) => {
    test.slow()
    const student = await logInAsNewStudent(page)
    const keepSomething = async () => {
      await openPage(page, pagePaths.messages)
      await expectKept(page, apiPaths.threads())
    }

    await test.step('a logout on this page', async () => {
      await keepSomething()
      const links = await openSessionLinks(page, isMobile)
      await links.getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL('/')
      await expectNothingKept(page)
    })

    await test.step('a session that has ended elsewhere, at the next page', async () => {
      await logIn(page, student)
      await keepSomething()
      const cookies = await context.cookies()
      await page.request.get(apiPaths.logout)
      await context.addCookies(cookies)
      await openPage(page, '/')
      await expectNothingKept(page)
    })

    await test.step('a session that has ended elsewhere, at the next call', async () => {
      await logIn(page, student)
      await keepSomething()
      await context.clearCookies()
      await page.evaluate((path) => fetch(path), apiPaths.threads())
      await expectNothingKept(page)
    })

    await test.step('another student who logs in', async () => {
      await logIn(page, student)
      await keepSomething()
      const { names: before } = await readKept(page)
      const other = await createStudent(page.request)
      await logIn(page, other)
      await keepSomething()
      const { names: after } = await readKept(page)
      expect(after).toHaveLength(1)
      expect(after).not.toEqual(before)
    })

    await test.step('offline, a visitor sees nothing of the student', async () => {
      await context.clearCookies()
      await openPage(page, '/')
      await expectNothingKept(page)
      await goOffline(context, page, pagePaths.messages)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(noConnection)
      await context.setOffline(false)
    })
    consoleErrors.length = 0
  },
)

test('no page is stored but the one for times without a network', async ({ page }) => {
  await logInAsNewStudent(page)
  await openPage(page, pagePaths.saved)
  await expectKept(page, apiPaths.favourites)
  for (const path of [pagePaths.account, '/admin', '/nothing', pagePaths.sharedMeeting('x')]) {
    await page.goto(path)
  }
  const documents = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type')
        if (type?.includes('html')) found.push(new URL(request.url).pathname)
      }
    }
    return found
  })
  expect(documents).toEqual([pagePaths.offline])
})

test('visitors get no service worker, students do', async ({ page }) => {
  const count = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.clock.install()
  await openPage(page, '/')
  await page.clock.runFor(10_000)
  expect(await count()).toBe(0)
  await logInAsNewStudent(page)
  await openPage(page, '/')
  await page.clock.runFor(10_000)
  await expect.poll(count).toBe(1)
})

test('a photo that is shared from the phone waits in the form for a press', async ({ page }) => {
  await logInAsNewStudent(page)
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(apiPaths.upload)) uploads.push(request.url())
  })
  await openPage(page, pagePaths.saved)
  await expectKept(page, apiPaths.me)
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    })
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'photos' }))
    document.body.append(form)
  })
  await page.locator('form[action="/share"] input').setInputFiles(await imageFile('lamp.png'))
  await page.evaluate(() => document.querySelector<HTMLFormElement>('[action="/share"]')?.submit())
  await expect(page.getByText('You can add your photo in the form you choose.')).toBeVisible()
  const main = page.getByRole('main')
  // Housing requests have no photos.
  await expect(main.locator(`a[href="${pagePaths.create('wanted')}"]`)).toHaveCount(0)
  await main.locator(`a[href="${pagePaths.movingOutForm}"]`).click()
  const offer = page.getByText('1 photo was shared. Add it?')
  await expect(offer).toBeVisible()
  await openPage(page, pagePaths.create('wanted'))
  await expect(page.getByRole('button', { name: 'Post housing request' })).toBeVisible()
  await expect(offer).toBeHidden()
  await openPage(page, pagePaths.create('misc'))
  await expect(offer).toBeVisible()
  await expectAccessible(page, page.locator('.listing-form-photos'))
  expect(uploads).toEqual([])
  await page.getByRole('button', { name: 'Add it', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem')).toHaveCount(
    1,
  )
  await expect(page.getByLabel('Choose photos')).toBeFocused()
  await expect.poll(() => uploads).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Post item' })).toBeVisible()
  await expect(offer).toBeHidden()
})

test('an upgrade takes over online and in the only tab, and everything stays readable', async ({
  browser,
  request,
  server,
  consoleErrors,
}) => {
  test.slow()
  const site = await startUpgradedSite(server.url)
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'allow' })
  let page = await context.newPage()
  const { id } = await createThread(page, request, 'Is the lamp still there?')
  const path = apiPaths.messages(id)
  await openPage(page, pagePaths.thread(id))
  await expectKept(page, path)
  const [before = ''] = (await readKept(page)).names
  const studentId = before.split('-').at(-1)
  /** Upgrades the site. A page then finds the new version, which waits with all that can be read. */
  const upgrade = async () => {
    const name = `${keptCachePrefix}${site.upgrade()}-${studentId}`
    await openPage(page, pagePaths.thread(id))
    const isStored = () =>
      page.evaluate(
        async ([name, path]) => {
          const { waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
          return Boolean(waiting && (await (await caches.open(name)).match(path)))
        },
        [name, path] as const,
      )
    await expect.poll(isStored, { timeout: 30_000 }).toBe(true)
    return name
  }
  const expectReadableOffline = async () => {
    await goOffline(context, page, pagePaths.thread(id))
    await expect(page.getByText('Is the lamp still there?').last()).toBeVisible()
    await expect(page.getByText(asOf)).toBeVisible()
  }
  const first = await upgrade()

  await test.step('it waits without a network', async () => {
    await expectReadableOffline()
    expect((await readKept(page)).names.toSorted()).toEqual([before, first].toSorted())
    await context.setOffline(false)
  })

  await test.step('it waits while another tab is open', async () => {
    const other = await context.newPage()
    await openPage(other, pagePaths.about)
    expect((await readKept(other)).names).toContain(before)
    await other.close()
  })

  await test.step('it takes over once no page is open, and is readable without a network', async () => {
    await page.close()
    page = await context.newPage()
    await expectReadableOffline()
    await expect.poll(async () => (await readKept(page)).names).toEqual([first])
    await context.setOffline(false)
  })

  await test.step('the next one takes over when a page is opened', async () => {
    await openPage(page, pagePaths.thread(id))
    const second = await upgrade()
    await openPage(page, pagePaths.thread(id))
    await expect.poll(async () => (await readKept(page)).names).toEqual([second])
    await expectReadableOffline()
  })
  await context.close()
  site.stop()
  // Chromium logs each request that failed.
  consoleErrors.length = 0
})

test('an operator can make all browsers remove the service worker', async ({
  browser,
  consoleErrors,
}) => {
  test.slow()
  const PORT = String(await findFreePort())
  const server = await startServer({ PORT }, quickServer)
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await logInAsNewStudent(page)
  await openPage(page, pagePaths.saved)
  await expectKept(page, apiPaths.favourites)
  await server.stop()
  const stopped = await startServer({ PORT, SERVICE_WORKER: 'off' }, quickServer)
  await page.goto('/')
  await expect
    .poll(async () => {
      await page.goto('/')
      return page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: await caches.keys(),
      }))
    })
    .toEqual({ workers: 0, caches: [] })
  await context.close()
  await stopped.stop()
  consoleErrors.length = 0
})
