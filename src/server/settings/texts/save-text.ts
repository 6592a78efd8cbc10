import { type TextName, textLabels } from '#contract/site-text-rules.ts'
import { type SiteTexts, textBody, textRestoreBody } from '#contract/site-texts.ts'
import { findText, findTextHistory, insertText } from '../../campus/site-texts.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { AppError } from '../../errors.ts'
import { parseBody } from '../../http/parse-body.ts'
import type { Account } from '../../students/user-queries.ts'
import { describeSaver, logChange } from '../save-settings.ts'
import { defaultTexts } from './default-texts.ts'

export interface SaveTextContext {
  /** The admin, with their current role. */
  actor: Account
  fileTexts: SiteTexts
  now: number
}

/** Saves a text as a new version, unless it is the one in use. */
export async function saveText(tx: Db, body: unknown, context: SaveTextContext): Promise<void> {
  const { name, markdown, basedOn } = parseBody(textBody, body)
  if (markdown === '' && defaultTexts[name] !== '') {
    const message = 'Write something, or reset the text to its default.'
    throw new AppError('bad_request', message, { fields: { markdown: message } })
  }
  await insertVersion(tx, { name, markdown, basedOn }, context)
}

/** Saves an older version again, as a version of its own. */
export async function restoreText(tx: Db, body: unknown, context: SaveTextContext): Promise<void> {
  const { name, version, basedOn } = parseBody(textRestoreBody, body)
  const old = version === 0 ? { markdown: null } : await findText(tx, name, version)
  if (!old) throw new AppError('not_found', 'This version of the text no longer exists.')
  await insertVersion(tx, { name, markdown: old.markdown, basedOn }, context)
}

interface NewVersion {
  name: TextName
  markdown: string | null
  basedOn: number
}

async function insertVersion(
  tx: Db,
  { name, markdown, basedOn }: NewVersion,
  { actor, fileTexts, now }: SaveTextContext,
) {
  if (fileTexts[name] !== undefined) {
    throw new AppError('conflict', 'This text comes from CAMPUS_FILE. Change it there.')
  }
  // Admins save one after the other, so that the second one learns about the first.
  await lockKey(tx, 'site texts')
  const [newest] = await findTextHistory(tx, name, 1)
  // A text that is the same as the default follows it to the next release.
  const wanted = markdown === defaultTexts[name] ? null : markdown
  if (wanted === (newest?.markdown ?? null)) return
  if ((newest?.id ?? 0) !== basedOn) {
    if (!newest) throw new AppError('conflict', 'The text has changed. Check yours again.')
    const { who, when } = await describeSaver(tx, newest, actor)
    throw new AppError(
      'conflict',
      `${who} saved another version on ${when}. Yours is still here: check it against the other one and save again.`,
    )
  }
  await insertText(tx, { name, markdown: wanted }, { changedBy: actor.id, now })
  await logChange(tx, `text of ${textLabels[name]}`, { actor, now })
}
