import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openPage, test } from './fixtures.ts'
import { measureOverflow } from './layout.ts'
import { createListing, uniqueTitle } from './listings.ts'
import { logInAsModerator } from './moderators.ts'
import { createStudent, logIn } from './students.ts'

const description = 'Send the deposit by Western Union.'
const sentence = 'Asks for payment by wire transfer'

test('a seller disputes a signal; a moderator hides it, undoes that, and cannot decide it twice', async ({
  page,
  server,
}) => {
  const title = uniqueTitle('Tent')
  const dialog = page.getByRole('dialog')
  const seller = await createStudent(page.request, { firstName: 'Ines', lastName: 'Roy' })
  await logIn(page, seller)
  const id = await createListing(page, 'misc', { title, description })
  await openPage(page, pagePaths.listing('misc', id))
  await expect(page.getByText(sentence)).toBeVisible()

  // The seller answers the signal on the dashboard.
  await openPage(page, pagePaths.dashboard)
  const card = page.getByRole('article').filter({ hasText: title })
  await card.getByRole('button', { name: 'Dispute this' }).click()
  await dialog.getByRole('textbox').fill('A friend asked for it, it is a joke.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(card).toContainText('A moderator will look at it.')

  // A moderator finds the answer in the queue and hides the signal.
  await logInAsModerator(page, server)
  await openPage(page, pagePaths.moderation('kind=signal'))
  const row = page.getByRole('article').filter({ hasText: title })
  await expect(row).toContainText('Disputed signal')
  await row.getByRole('link', { name: title, exact: true }).click()
  const signals = page.getByRole('region', { name: 'Signals' })
  await expect(signals).toContainText(sentence)
  await expect(
    signals.getByRole('definition').filter({ hasText: description.slice(0, -1) }),
  ).toBeVisible()
  await expect(signals.getByRole('blockquote')).toHaveText('A friend asked for it, it is a joke.')
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await measureOverflow(page)).width).toBe(0)
  if (screen) await page.setViewportSize(screen)
  expect((await measureOverflow(page)).width).toBe(0)
  await expectAccessible(page)
  await signals.getByRole('button', { name: 'Hide this signal' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Note').fill('Please take it out, even so.')
  await dialog.getByRole('button', { name: 'Hide it' }).click()
  await expect(dialog).toBeHidden()
  await expect(signals).toContainText('Please take it out, even so.')
  await expect(signals.getByRole('article')).toBeFocused()
  await expect(signals.getByRole('button', { name: 'Hide this signal' })).toHaveCount(0)

  const shown = async () => {
    const response = await page.request.get(apiPaths.listing('misc', id))
    return (await response.json()).signals.length
  }
  expect(await shown()).toBe(0)
  await openPage(page, pagePaths.listing('misc', id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(sentence)).toHaveCount(0)

  // After an undo beside the signal, the signal is shown again and the answer waits.
  await page.goBack()
  await signals.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(signals.getByRole('button', { name: 'Keep it' })).toBeVisible()
  expect(await shown()).toBe(1)

  // Another tab has decided the answer already.
  await signals.getByRole('button', { name: 'Keep it' }).click()
  await dialog.getByLabel('Note').fill('It says what you wrote.')
  const moderated = await page.request.get(apiPaths.moderatedListing('misc', id))
  const [signal] = (await moderated.json()).signals
  const answered = await page.request.post(apiPaths.signalAnswerDecision(signal.answer.id), {
    data: { decision: 'hidden' },
  })
  expect(answered.ok()).toBe(true)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('You hid a signal on this listing just now.')
  await expect(dialog.getByLabel('Note')).toHaveValue('It says what you wrote.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(signals).toContainText('Hidden')
})
