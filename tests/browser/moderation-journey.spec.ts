import { pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openPage, test } from './fixtures.ts'
import { createListing, uniqueTitle } from './listings.ts'
import { logInAsModerator, readAppealToken } from './moderators.ts'
import { createStudent, logIn, logInAsNewStudent } from './students.ts'

test('a listing is reported, removed, appealed for, and put back by another moderator', async ({
  page,
  server,
}) => {
  const title = uniqueTitle('Amp')
  const dialog = page.getByRole('dialog')
  const seller = await createStudent(page.request, { firstName: 'Ines', lastName: 'Roy' })
  await logIn(page, seller)
  const id = await createListing(page, 'misc', { title })

  // A student reports the listing.
  await logInAsNewStudent(page)
  await openPage(page, pagePaths.listing('misc', id))
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await dialog.getByRole('radio', { name: 'Private information' }).check()
  await dialog.getByLabel('What should moderators know?').fill('That is my number.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toContainText('Thank you.')

  // A moderator removes the listing.
  await logInAsModerator(page, server, { firstName: 'Mona', lastName: 'Vale' })
  await openPage(page, pagePaths.moderation())
  await page.getByRole('article').getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('region', { name: '1 open report' })).toContainText(
    'That is my number.',
  )
  await page.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByLabel('Note').fill('Take the number out, please.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`“${title}” is removed.`)).toBeVisible()

  // The seller reads why, and appeals with the link in the email.
  await logIn(page, seller)
  await openPage(page, pagePaths.dashboard)
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('A moderator removed it: Private information.')
  await expect(card).toContainText('Take the number out, please.')
  await expectAccessible(page)
  await page.context().clearCookies()
  await openPage(page, pagePaths.appeal(await readAppealToken(server.dataDir, seller)))
  await page.getByRole('textbox').fill('It is the number of the shop, with their consent.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your appeal is sent')

  // Another moderator reverses the decision.
  await logInAsModerator(page, server, { firstName: 'Otto', lastName: 'Lind' })
  await openPage(page, pagePaths.moderation('kind=appeal'))
  await page.getByRole('article').getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('blockquote')).toContainText('the number of the shop')
  await expect(page.getByRole('region', { name: 'Decide' })).toContainText('An appeal is waiting.')
  await page.getByRole('button', { name: 'Reverse it' }).click()
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('It was a mistake')
  await dialog.getByRole('button', { name: 'Reverse it' }).click()
  await expect(page.getByText('Reversed')).toBeVisible()
  await page.context().clearCookies()
  await openPage(page, pagePaths.listing('misc', id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
