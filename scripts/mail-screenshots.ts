import { mkdir, rm } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { createMailSamples } from '#dev/mail-previews/mail-samples.ts'
import { findDrawing } from '#dev/mail-previews/sample-listings.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'
import { createBrowserLookup } from './testing/browser-lookup.ts'
import { findBrowser } from './testing/find-browser.ts'

/** The widths of a narrow phone and of the reading pane of an email program. */
const widths = [320, 700]
const schemes = ['light', 'dark'] as const

/** Takes screenshots of every email with sample data at both widths, light and dark. */
export async function takeMailScreenshots(browser: Browser, folder: string) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const links = createMailLinks('https://quad.example', () => 'x'.repeat(43))
  const samples = Object.entries(createMailSamples(links, Date.now()))
  for (const colorScheme of schemes) {
    for (const width of widths) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 700 },
        deviceScaleFactor: 1,
      })
      const page = await context.newPage()
      await page.route('**/*', (route) => {
        const path = findDrawing(route.request().url())
        return path ? route.fulfill({ path }) : route.abort()
      })
      for (const [template, variants] of samples) {
        for (const [index, { mail }] of variants.entries()) {
          await page.setContent(mail.html)
          await requireFitting(
            page.evaluate('document.documentElement.scrollWidth'),
            width,
            template,
          )
          const name = `${template}-${index}-${width}-${colorScheme}.png`
          await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
        }
      }
      await context.close()
    }
  }
}

async function requireFitting(scrollWidth: Promise<unknown>, width: number, template: string) {
  const content = await scrollWidth
  if (Number(content) > width) {
    console.warn(`${template} is ${content} px wide at ${width} px.`)
  }
}

if (import.meta.main) {
  const executablePath = await findBrowser(createBrowserLookup(), console.log)
  if (!executablePath) process.exit(1)
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  await takeMailScreenshots(browser, 'screenshots/mails')
  await browser.close()
  console.log('Every email is in screenshots/mails/.')
  process.exit(0)
}
