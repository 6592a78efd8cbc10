import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { demoPassword } from '#demo/students.ts'
import { errorPage } from '#server/http/error-page.ts'
import { isPhone, type Width } from './camera.ts'
import type { Reader, SampleSite } from './sample-site.ts'

/** A state that a page shows only after an action, or before the reader scrolls. */
export interface State {
  /** The name of the picture. */
  name: string
  path: string
  reader?: Reader
  open?: (page: Page, width: Width) => Promise<unknown>
  /** Takes the whole page instead of what fits into the window. */
  wholePage?: boolean
  withoutScript?: boolean
  /** Uses a site where students confirm their address. */
  confirmsEmail?: boolean
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').first().waitFor()
}

export function listStates({ listings, links }: SampleSite): State[] {
  const { rental, textbook, item, reported, marked, ownRental } = listings
  return [
    { name: 'menu', path: '/', open: openMenu },
    { name: 'why-quad', path: '/', open: openDialog('Learn more') },
    { name: 'rentals-filters', path: '/rentals', open: press(/^Filters/) },
    { name: 'rental-fold', path: rental.page },
    { name: 'textbook-fold', path: textbook.page },
    { name: 'item-fold', path: item.page },
    { name: 'marked-fold', path: marked.page, reader: 'newcomer' },
    { name: 'photo-viewer', path: rental.page, open: openDialog('View full screen') },
    { name: 'share', path: rental.page, open: openDialog(/^Share/) },
    { name: 'login-error', path: pagePaths.login(), open: logInWithWrongPassword },
    { name: 'register-errors', path: pagePaths.register, open: submitEmpty, wholePage: true },
    { name: 'joined', path: pagePaths.register, open: join, wholePage: true },
    { name: 'joined-code', path: pagePaths.register, open: join, confirmsEmail: true },
    { name: 'message', path: rental.page, reader: 'newcomer', open: openMessage },
    {
      name: 'report',
      path: rental.page,
      reader: 'newcomer',
      open: openDialog('Report this listing'),
    },
    {
      name: 'contact-without-script',
      path: rental.contact,
      reader: 'newcomer',
      wholePage: true,
      withoutScript: true,
    },
    { name: 'rental-without-script', path: rental.page, wholePage: true, withoutScript: true },
    ...categories.map(({ id, path }) => ({
      name: `add-${path}-errors`,
      path: pagePaths.create(id),
      reader: 'ada' as const,
      open: submitEmpty,
      wholePage: true,
    })),
    {
      name: 'edit-photo',
      path: pagePaths.create('misc'),
      reader: 'ada',
      open: async (page) => {
        await addPhotos(page)
        await openDialog('Edit photo 1')(page)
        await page.getByRole('img', { name: 'Preview of photo 1' }).waitFor()
      },
    },
    {
      name: 'add-misc-unreadable-photo',
      path: pagePaths.create('misc'),
      reader: 'ada',
      open: addPhotos,
      wholePage: true,
    },
    { name: 'delete-listing', path: ownRental.page, reader: 'ada', open: openDialog(/^Delete/) },
    { name: 'dashboard-more', path: '/dashboard', reader: 'ada', open: press(/^More actions/) },
    {
      name: 'dashboard-delete',
      path: '/dashboard',
      reader: 'ada',
      open: async (page) => {
        await press(/^More actions/)(page)
        await openDialog(/^Delete/)(page)
      },
    },
    {
      name: 'answer-signal',
      path: '/dashboard',
      reader: 'liam',
      open: openDialog(/^Dispute this/),
    },
    {
      name: 'delete-account',
      path: '/account',
      reader: 'ada',
      open: openDialog('Delete my account'),
    },
    { name: 'conversation-more', path: links.conversation, reader: 'ada', open: press('More') },
    {
      name: 'remove-listing',
      path: reported.moderation,
      reader: 'mei',
      open: openDialog('Remove'),
    },
    { name: 'offline', path: '/', open: goOffline },
    { name: 'page-failed', path: '/', open: failToLoad },
    {
      name: 'server-error',
      path: '/',
      open: (page) => page.setContent(errorPage(undefined, 'req-1')),
    },
  ]
}

const openMenu = (page: Page, width: Width) => press(isPhone(width) ? 'Menu' : 'Listings')(page)

const submit = (page: Page) => page.locator('main form button[type=submit]').last().click()

async function submitEmpty(page: Page) {
  await submit(page)
  await page.locator('[aria-invalid=true]').first().waitFor()
}

const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value)

async function logInWithWrongPassword(page: Page) {
  await fill(page, 'Email', 'robin.lam@uwaterloo.ca')
  await fill(page, 'Password', 'not my password')
  await submit(page)
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
}

/** Signs up as somebody new each time. */
async function join(page: Page) {
  await fill(page, 'First name', 'Robin')
  await fill(page, 'Last name', 'Lam')
  await fill(page, 'Email', `robin.${randomUUID().slice(0, 4)}@uwaterloo.ca`)
  await fill(page, 'Password', demoPassword)
  await fill(page, 'Confirm password', demoPassword)
  await submit(page)
  await page.waitForURL(`**${pagePaths.dashboard}*`)
}

async function openMessage(page: Page) {
  const main = page.getByRole('main')
  // Until this button is there, the link leads to the contact page.
  await main.getByRole('button', { name: 'Copy email' }).waitFor()
  await main
    .getByRole('link', { name: /^Message(?!s)/ })
    .first()
    .click()
  await page.getByRole('dialog').first().waitFor()
}

/** Adds two photos. The server can read the first but not the second. */
async function addPhotos(page: Page) {
  const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
  const readable = Buffer.from(await page.screenshot({ type: 'jpeg' }))
  const files = [photo('lamp.jpg', readable), photo('IMG_2041.jpg', Buffer.from('not a photo'))]
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
}

async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { level: 1, name: /offline/ }).waitFor()
}

async function failToLoad(page: Page) {
  // Without this, the page would reload once more, as after an upgrade of the site.
  await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())))
  await page.route('**/assets/about-*.js', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
}
