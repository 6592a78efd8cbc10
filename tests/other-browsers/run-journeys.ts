import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedSite } from '../browser/seed-site.ts'
import { stayOnBuiltInCampus } from '../support/campus.ts'
import { noiseImage } from '../support/photo-files.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import type { Browser } from './browser.ts'
import { findBrowsers } from './find-browsers.ts'
import type { Journey, Site } from './journey.ts'
import { agreeOnMeeting } from './journeys/agree-on-meeting.ts'
import { agreeOnPrice } from './journeys/agree-on-price.ts'
import { answerSignal } from './journeys/answer-signal.ts'
import { browse } from './journeys/browse.ts'
import { chooseTheme } from './journeys/choose-theme.ts'
import { deleteAccount } from './journeys/delete-account.ts'
import { deleteListing } from './journeys/delete-listing.ts'
import { filter } from './journeys/filter.ts'
import { logInAndOut } from './journeys/log-in-and-out.ts'
import { lookForAPlace } from './journeys/look-for-a-place.ts'
import { moveOut } from './journeys/move-out.ts'
import { openListing } from './journeys/open-listing.ts'
import { postAgain } from './journeys/post-again.ts'
import { postListing } from './journeys/post-listing.ts'
import { readWhy } from './journeys/read-why.ts'
import { save } from './journeys/save.ts'
import { share } from './journeys/share.ts'
import { writeMessage } from './journeys/write-message.ts'
import { createPage } from './page.ts'
import { withinLimit } from './step-limit.ts'

// The journeys read the words of the built-in campus.
stayOnBuiltInCampus()

/** The journeys in the order in which they run on one site. The account is deleted last. */
const journeys: Record<string, Journey> = {
  browse,
  filter,
  'open a listing': openListing,
  share,
  'read why': readWhy,
  'choose a theme': chooseTheme,
  'log in and out': logInAndOut,
  'post with a photo': postListing,
  'post the same again': postAgain,
  'move out': moveOut,
  'write a message': writeMessage,
  'agree on a price': agreeOnPrice,
  'agree on a meeting': agreeOnMeeting,
  save,
  'look for a place': lookForAPlace,
  'answer a signal': answerSignal,
  'delete a listing': deleteListing,
  'delete an account': deleteAccount,
}

const phone = { width: 390, height: 844 }

describe.each(findBrowsers().installed)('$name', ({ name, launch }) => {
  let browser: Browser
  let server: RunningServer
  let site: Site
  let dataDir: string
  const screenshots = `screenshots/${name.toLowerCase()}`

  beforeAll(async () => {
    await rm(screenshots, { recursive: true, force: true })
    browser = await withinLimit({ waitsFor: `${name} to start`, limitMs: 60_000 }, launch)
    console.log(`Testing in ${browser.version}.`)
    dataDir = await mkdtemp(join(tmpdir(), 'quad-journeys-'))
    const photo = join(dataDir, 'photo.jpg')
    await (await noiseImage(1200, 900)).jpeg().toFile(photo)
    const start = (settings = {}) =>
      startServer({ RATE_LIMIT: 'off', DATA_DIR: dataDir, ...settings })
    server = await start()
    const seed = await seedSite(server.url)
    await server.stop()
    // Existing accounts must enter a code when they next publish something.
    server = await start({ VERIFY_EMAIL: 'on' })
    site = { url: server.url, dataDir, seed, photo }
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test.each(Object.entries(journeys))('%s', async (title, journey) => {
    const tab = await withinLimit({ waitsFor: `a new tab in ${name}`, limitMs: 30_000 }, () =>
      browser.newTab(),
    )
    const closeTab = () => withinLimit({ waitsFor: 'the tab to close' }, () => tab.close())
    const page = createPage(tab, site.url, screenshots)
    try {
      await withinLimit({ waitsFor: 'the viewport of a phone' }, () =>
        tab.setViewport(phone.width, phone.height),
      )
      await journey(page, site)
      expect(tab.errors).toEqual([])
    } catch (error) {
      await page.screenshot(`failed ${title}`).catch(() => {})
      // The journey's own error says more than an error about closing the tab.
      await closeTab().catch(() => {})
      throw error
    }
    await closeTab()
  })
})
