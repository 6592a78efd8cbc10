import { apiPaths, pagePaths } from '#contract/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, openPage, test } from './fixtures.ts'
import { findCutOff } from './layout.ts'
import { askForMessages, createThread } from './threads.ts'

const body = 'Send the deposit by Western Union before the viewing.'
const host = 'interac-deposit.example'
const withLink = `I paid. Accept it here: https://${host}/ca`

test('readers are warned about scam wording in a message, and its writer is not', async ({
  page,
  request,
}) => {
  const { id, answer } = await createThread(page, request)
  await openPage(page, pagePaths.thread(id))
  const items = page.getByRole('region', { name: 'Messages with Ben Okafor' }).getByRole('listitem')
  await expect(items).toHaveCount(1)

  // A link stays plain text with its host in bold. The warning is below it.
  await answer(withLink)
  await askForMessages(page)
  await expect(items).toHaveCount(2)
  await expect(items.last()).toContainText(
    `${withLink}A note from QuadWants you to accept or pay money through a link.Turn on Autodeposit; a real e-transfer needs no link to accept.`,
  )
  await expect(items.last().locator('b')).toHaveText(host)
  await expect(items.last().getByRole('link')).toHaveCount(0)

  // The warning is announced with its message.
  await answer(body)
  await askForMessages(page)
  await expect(items).toHaveCount(3)
  const { results } = await (await page.request.get(apiPaths.messages(id))).json()
  const [first, second] = results[2].signals
  const advice = `${first.advice} ${second.advice}`
  await expect(items.last()).toContainText(
    `Ben Okafor: ${body}A note from Quad${first.sentence}${second.sentence}${advice}`,
  )
  await expect(items.last().getByText(advice)).toBeInViewport()
  const status = page.getByRole('status').filter({ hasText: `Ben Okafor: ${body}` })
  await expect(status).toContainText(`Quad: ${first.sentence} ${second.sentence} ${advice}`)
  await expectAccessible(page)

  const report = items.last().getByRole('button', { name: 'Report this conversation' })
  await report.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this conversation' })
  await expect(dialog.getByRole('radio', { name: 'Scam' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(report).toBeFocused()

  const field = page.getByRole('textbox', { name: 'Message to Ben Okafor' })
  await field.fill(body)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(items).toHaveCount(4)
  await expect(items.last()).toContainText(/\d:\d\d [ap]m/)
  await expect(page.getByText(first.sentence).filter({ visible: true })).toHaveCount(1)

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await findCutOff(page)).toEqual([])
  await page.getByRole('link', { name: 'All messages' }).click()
  await expect(page).toHaveURL(pagePaths.messages)
  await expect(page.getByRole('link', { name: /Ben Okafor/ })).not.toContainText(first.sentence)
})
