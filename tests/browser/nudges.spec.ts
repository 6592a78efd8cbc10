import type { Page } from '@playwright/test'
import { findNudges } from '#english/nudges.ts'
import { expectAccessible } from './accessibility.ts'
import {
  dropConsoleErrors,
  expect,
  failedRequest,
  openPage,
  test,
  waitForHydration,
} from './fixtures.ts'
import { findCutOff } from './layout.ts'
import { createListing, imageFile, uniqueTitle } from './listings.ts'
import { logInAsNewStudent } from './students.ts'

const description = (page: Page) => page.getByLabel('Description')
const notes = (page: Page) => page.locator('.field-note > *')

const wording = 'Sunny room. The damage deposit is $500.'
const [nudge = { sentence: '', source: { name: '' } }] = findNudges(wording)

test('a nudge comes and goes with its cause, is never in the way, and the form works without the rules', async ({
  page,
  consoleErrors,
}) => {
  await logInAsNewStudent(page)
  await openPage(page, '/rentals/create')
  await description(page).fill(wording.slice(0, -5))
  await description(page).pressSequentially(wording.slice(-5))
  await expect(notes(page)).toHaveText([`${nudge.sentence} Source: ${nudge.source.name}`])
  await expect(description(page)).toHaveAccessibleDescription(new RegExp(nudge.source.name))
  await expect(description(page)).not.toHaveAttribute('aria-invalid')
  await expect(description(page)).toBeFocused()
  await expectAccessible(page)
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await findCutOff(page)).toEqual([])
  if (screen) await page.setViewportSize(screen)

  // The note stays the same element, so that screen readers announce it once.
  await notes(page).evaluate((note) => note.setAttribute('data-announced', ''))
  await description(page).pressSequentially(' No children.')
  await expect(notes(page)).toHaveCount(2)
  await expect(page.locator('.field-note > [data-announced]')).toHaveText(
    new RegExp(nudge.source.name),
  )

  await description(page).fill('Sunny room. The last month is paid in advance.')
  await expect(notes(page)).toHaveCount(0)
  await expect(description(page)).toHaveAccessibleDescription('')

  await test.step('a listing with nudges can be posted, and its form shows them again', async () => {
    const title = uniqueTitle('Room, no children')
    await page.locator('input[type=file]').setInputFiles(await imageFile('room.png'))
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('House type').selectOption('Bedroom')
    await page.getByLabel('Address').fill('12 King St N')
    await page.getByLabel('Cost', { exact: true }).fill('850')
    await page.getByLabel('Date available').fill('2027-01-01')
    await description(page).fill(wording)
    await expect(notes(page)).toHaveCount(2)

    // The notes are also shown for a draft, which has the photo once it is uploaded.
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.reload()
    await waitForHydration(page)
    await expect(notes(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Post rental' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: `Edit ${title}` }).click()
    await expect(notes(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the form works when the rules fail to load', async () => {
    const id = await createListing(page, 'rentals', { title: uniqueTitle('Room') })
    await page.route('**/assets/nudges-*.js', (route) => route.abort())
    const first = page.waitForEvent('requestfailed')
    await openPage(page, `/rentals/create?id=${id}`)
    await first
    await description(page).fill(wording)
    await expect(notes(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL('/dashboard')
    dropConsoleErrors(consoleErrors, failedRequest)
  })
})
