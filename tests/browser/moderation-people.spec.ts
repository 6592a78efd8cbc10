import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { bothWidths, expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing } from './listings.ts'
import {
  banNewStudent,
  logInAsAdmin,
  logInAsModerator,
  readAppealToken,
  setRole,
} from './moderators.ts'
import { createStudent, logIn, logInAsNewStudent } from './students.ts'

async function readOwnId(page: Page): Promise<number> {
  return (await (await page.request.get(apiPaths.me)).json()).id
}

/** Logs the page in as a new student, who writes about the listing and reports the conversation. */
async function reportConversation(page: Page, listingId: number) {
  await logInAsNewStudent(page)
  const data = { body: 'Is it still available?' }
  const sent = await page.request.post(apiPaths.listingMessages('misc', listingId), { data })
  await openPage(page, pagePaths.thread((await sent.json()).thread_id))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this conversation' })
  await expect(dialog).toContainText('Moderators will see its last 20 messages.')
  await expect(dialog.getByRole('radio', { name: 'Already gone' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Scam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog')).toContainText('Thank you.')
}

/** Creates Ned, whom the moderator Mona has suspended, and who has written an appeal. */
async function setUpAppeal(page: Page, dataDir: string) {
  const admin = await createStudent(page.request, { firstName: 'Alma', lastName: 'Reyes' })
  setRole(dataDir, admin, 'admin')
  const ned = await createStudent(page.request, { firstName: 'Ned', lastName: 'Neverwas' })
  await logIn(page, ned)
  const nedId = await readOwnId(page)
  const lampId = await createListing(page, 'misc')
  await logInAsModerator(page, { dataDir }, { firstName: 'Mona', lastName: 'Vale' })
  const monaId = await readOwnId(page)
  const data = { action: 'suspend', days: 30, reason: 'scam', note: 'Two fake rooms.', seen: null }
  const decided = await page.request.post(apiPaths.studentDecisions(nedId), { data })
  expect(decided.status()).toBe(200)
  const token = await readAppealToken(dataDir, ned)
  const form = { token, text: 'The rooms are real.\nHere is the lease.' }
  expect((await page.request.post('/appeal', { form, maxRedirects: 0 })).status()).toBe(303)
  // The decision was Mona's, and there is an admin. She can read the appeal, but not decide it.
  await openPage(page, pagePaths.moderatedStudent(nedId))
  await expect(page.getByText('It was your decision, so someone else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reverse it' })).toBeDisabled()
  return { admin, monaId, nedId, lampId }
}

test('an admin finds a student, reads what was reported, decides the appeal, suspends, changes a role, and reads the log', async ({
  page,
  server,
}) => {
  test.slow()
  const { admin, monaId, nedId, lampId } = await setUpAppeal(page, server.dataDir)
  await reportConversation(page, lampId)
  await logIn(page, admin)
  const dialog = page.getByRole('dialog')

  await openPage(page, pagePaths.about)
  await page.getByRole('banner').getByRole('link', { name: 'Moderation' }).click()
  await page.getByRole('navigation', { name: 'Moderation' }).getByText('Students').click()
  const name = page.getByRole('searchbox', { name: 'Name or email address' })
  await name.fill('ned never')
  await page.getByRole('combobox', { name: 'Which' }).selectOption('Suspended or banned')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/moderation/students?q=ned+never&filter=restricted')
  const row = page.getByRole('row').filter({ hasText: 'Ned Neverwas' }).first()
  await expect(row).toContainText('Suspended until')
  await page.goBack()
  await expect(name).toHaveValue('')
  await page.goForward()
  await expect(name).toHaveValue('ned never')

  await openPage(page, pagePaths.moderatedStudent(nedId))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ned Neverwas')
  await expect(page.getByRole('blockquote')).toContainText('The rooms are real.')
  await page.getByRole('button', { name: 'Show the conversation' }).click()
  const conversation = page.getByRole('list', { name: 'Conversation' })
  await expect(conversation).toBeFocused()
  await expect(conversation).toContainText('Is it still available?')
  await expect(page.getByText('Alma Reyes read reported messages of Ned Neverwas')).toBeVisible()
  await expectAccessible(page)
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await measureOverflow(page)).width).toBeLessThanOrEqual(0)
  if (screen) await page.setViewportSize(screen)
  await page.getByRole('button', { name: 'Reverse it' }).click()
  await dialog.getByRole('button', { name: 'Reverse it' }).click()
  await expect(dialog.getByText('Choose a reason').last()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('It was a mistake')
  await dialog.getByRole('button', { name: 'Reverse it' }).click()
  await expect(page.getByRole('article').getByText('Reversed')).toBeVisible()
  await expect(page.getByRole('article')).toBeFocused()
  await expect(page.getByText('Suspended until')).toBeHidden()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByRole('radio', { name: '30 days' }).check()
  await dialog.getByRole('radio', { name: '7 days' }).check()
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Harassment')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog).toContainText('Say what happened, in at least 10 characters')
  await dialog.getByLabel('Note').fill('What you wrote to Ada.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Ned Neverwas is suspended.')).toBeVisible()
  await expect(page.getByText('Suspended until')).toBeVisible()
  await expect(dialog).toBeHidden()

  await openPage(page, pagePaths.moderatedStudent(monaId))
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Student')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toContainText('Make Mona Vale a student again?')
  await expect(dialog).toContainText(/Mona Vale, \S+@\S+/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change role' })).toBeDisabled()

  await openPage(page, pagePaths.moderationLog(new URLSearchParams({ student: String(nedId) })))
  await page.getByRole('combobox', { name: 'What' }).selectOption('Suspend')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`/moderation/log?action=suspend&student=${nedId}`)
  await expect(page.getByText('Alma Reyes suspended Ned Neverwas for 7 days')).toBeVisible()
  await expect(page.getByText('Mona Vale suspended Ned Neverwas for 30 days')).toBeVisible()
  await page.getByRole('link', { name: 'About Ned Neverwas' }).click()
  await expect(page).toHaveURL('/moderation/log?action=suspend')

  await page.getByRole('navigation', { name: 'Moderation' }).getByText('Figures').click()
  await expect(page).toHaveURL(pagePaths.moderationFigures)
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible()
})

test(
  'an admin hands over, moves the end of a role, sends data, holds and deletes, and the student stays',
  bothWidths,
  async ({ page, server }) => {
    test.slow()
    const student = await createStudent(page.request, { firstName: 'Kit', lastName: 'Keep' })
    await logIn(page, student)
    const kitId = await readOwnId(page)
    const kettleId = await createListing(page, 'misc')
    const mona = await createStudent(page.request, { firstName: 'Mona', lastName: 'Mod' })
    setRole(server.dataDir, mona, 'moderator')
    const admin = await logInAsAdmin(page, server, { firstName: 'Alma', lastName: 'Stone' })
    const dialog = page.getByRole('dialog')

    await openPage(page, pagePaths.roles)
    await expectAccessible(page)
    const row = page.getByRole('row').filter({ hasText: 'Mona Mod' })
    await row.getByRole('link', { name: 'Mona Mod' }).click()
    await page.getByLabel('Last day of the role').fill('2027-12-31')
    await page.getByRole('button', { name: 'Change last day' }).click()
    await expect(page.getByText('The role of Mona Mod ends after Dec 31, 2027.')).toBeVisible()

    await page.getByRole('navigation', { name: 'Moderation' }).getByText('Roles').click()
    await expect(row).toContainText('Dec 31, 2027')
    await page.getByRole('link', { name: 'Hand over' }).click()
    await expect(page).toHaveURL(pagePaths.handover)
    await page.getByLabel('What your successor has to know').fill('The host is H.\nAsk Alma.')
    await page.getByRole('button', { name: 'Save notes' }).click()
    await expect(page.getByText('Notes saved.')).toBeVisible()
    await expectAccessible(page)
    // Paper is light, even from a dark screen.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(23, 19, 14)')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Moderation' })).toBeHidden()
    await expect(page.getByRole('textbox')).toBeHidden()
    await expect(page.getByRole('paragraph').filter({ hasText: 'Ask Alma.' })).toBeVisible()
    await page.emulateMedia({ media: 'screen', colorScheme: null })

    await openPage(page, pagePaths.moderatedStudents(new URLSearchParams({ q: student.email })))
    await page.getByRole('link', { name: 'Kit Keep' }).click()
    const request = async (button: string) => {
      await page.getByRole('button', { name: button }).click()
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog.getByText('Say who asked for this, and why')).toBeVisible()
      await dialog.getByLabel('Reason').fill('Letter of Nov 12.')
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toBeHidden()
    }
    await request('Send their data')
    await expect(page.getByText(`A link to their data goes to ${student.email}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Put on hold' }).click()
    await expect(dialog.getByLabel('Look at it again on')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await request('Put on hold')
    await expect(page.getByText('On hold', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete the account' })).toBeHidden()
    expect((await page.request.get(apiPaths.listing('misc', kettleId))).status()).toBe(410)
    await request('Release the hold')
    await request('Delete the account')
    await expect(page.getByText('To be deleted', { exact: true })).toBeVisible()
    await expect(page.getByText('Alma Stone planned the deletion of Kit Keep')).toBeVisible()
    await expectAccessible(page)

    await logIn(page, student)
    await openPage(page, pagePaths.account)
    await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('Your account stays.')).toBeVisible()
    await expect(page.getByText(/^Your account will be deleted on /)).toBeHidden()
    expect((await page.request.get(apiPaths.listing('misc', kettleId))).status()).toBe(200)
    await logIn(page, admin)
    await openPage(page, pagePaths.moderatedStudent(kitId))
    await expect(page.getByText('Kit Keep kept their account')).toBeVisible()
  },
)

test('a banned student downloads their data with the link in the email', async ({
  page,
  server,
}) => {
  const link = await banNewStudent(page, server)
  await page.context().clearCookies()
  await openPage(page, link)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('quad-export.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    user: { firstName: 'Ada' },
  })
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible()
})
