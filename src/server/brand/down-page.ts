import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { campus } from '#campus/campus.ts'
import { brandMark, currentLogo } from '../campus/look.ts'
import type { Config } from '../config.ts'
import { errorReason } from '../errors.ts'
import { escapeHtml } from '../escape-html.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { plainPage } from '../http/plain-page.ts'

/** The page has nothing secret, and the web server runs as another user. */
const readableByAll = 0o644

/**
 * Writes the page that the web server shows while this site is down. It fails with a warning, because the site works without
 * it.
 */
export async function keepDownPage(
  { DOWN_PAGE: path }: Pick<Config, 'DOWN_PAGE'>,
  log: { warn(message: string): void },
): Promise<void> {
  if (!path) return
  try {
    const page = await renderDownPage()
    if ((await readFile(path, 'utf8').catch(() => '')) === page) return
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomically(path, async (file) => {
      await file.writeFile(page)
      await file.chmod(readableByAll)
    })
  } catch (error) {
    log.warn(`The page for downtime could not be written to ${path}: ${errorReason(error)}`)
  }
}

/** Renders a page that needs no other file, because no other file can be fetched. */
const renderDownPage = async (): Promise<string> =>
  plainPage({
    title: 'Busy',
    heading: 'Back in a moment',
    content: `<p>${escapeHtml(campus.brand)} is busy right now. Please try again in a moment.</p>`,
    mark: brandMark(await readPicture()),
    iconTag: '<link rel="icon" href="data:,">',
  })

const ownMark = join(import.meta.dirname, '../../../public/favicon.svg')

/** Returns the logo or the mark as a data URL. A brand that has neither is shown as a letter, which needs no picture. */
async function readPicture(): Promise<string> {
  const logo = currentLogo()
  if (logo) return toDataUrl('image/webp', logo)
  return toDataUrl('image/svg+xml', await readFile(ownMark))
}

const toDataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
