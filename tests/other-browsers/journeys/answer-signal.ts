import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Journey, logIn } from '../journey.ts'
import { button, field, modal } from '../locate.ts'

/** Adds scam wording in the database, because the API asks the seller for a code before it changes a listing. */
function markHouse(dataDir: string, id: number) {
  const db = new DatabaseSync(join(dataDir, 'quad.db'), { timeout: 5000 })
  const text = 'Please pay by wire transfer.'
  db.prepare('UPDATE listings SET description = ? WHERE id = ?').run(text, id)
  db.close()
}

export const answerSignal: Journey = async (page, { dataDir, seed }) => {
  markHouse(dataDir, seed.houseId)
  const wrong = button('Dispute this “Asks for payment by wire transfer')
  const dialog = modal("Tell us what's wrong")
  await logIn(page, seed.ada)
  await page.click(wrong)
  await page.see(dialog)
  await page.type(field('Why is it wrong?'), 'I take cash, too.')
  await page.screenshot('answer-signal')
  await page.click(button('Send'))
  await page.gone(dialog)
  await page.see({ css: 'p', name: 'You disputed this. A moderator will look at it.' })
  await page.gone(wrong)
}
