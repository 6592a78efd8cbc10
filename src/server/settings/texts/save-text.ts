import { mayBeEmpty, type TextName, textLabels, textNames } from '#contract/site-text-rules.ts'
import { type SiteTexts, textBody, textHideBody, textRestoreBody } from '#contract/site-texts.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatMoment } from '#format/format.ts'
import { findText, findTextHistory, insertText, updateHiddenAt } from '../../campus/site-texts.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { toIso } from '../../durations.ts'
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

/** Makes the changes of admins and operators wait for each other, so that the second one learns about the first. */
const lockTexts = (tx: Db) => lockKey(tx, 'site texts')

/** Saves a text as a new version, unless it is the one in use. */
export async function saveText(tx: Db, body: unknown, context: SaveTextContext): Promise<void> {
  const { name, markdown, basedOn } = parseBody(textBody, body)
  if (markdown === '' && !mayBeEmpty(name)) {
    const message = 'Write something, or reset the text to its default.'
    throw new AppError('bad_request', message, { fields: { markdown: message } })
  }
  await saveVersion(tx, { name, markdown, basedOn }, context)
}

/** Saves an older version again, as a version of its own. */
export async function restoreText(tx: Db, body: unknown, context: SaveTextContext): Promise<void> {
  const { name, version, basedOn } = parseBody(textRestoreBody, body)
  const old = version === 0 ? { markdown: null } : await findText(tx, name, version)
  if (!old) throw noSuchVersion()
  await saveVersion(tx, { name, markdown: old.markdown, basedOn }, context)
}

const noSuchVersion = () => new AppError('not_found', 'This version of the text no longer exists.')

/** Hides the words of an older version from readers, or shows them again. They still see that the text has changed. */
export async function hideText(
  tx: Db,
  body: unknown,
  { actor, now }: Pick<SaveTextContext, 'actor' | 'now'>,
): Promise<void> {
  const { name, version, isHidden } = parseBody(textHideBody, body)
  await lockTexts(tx)
  const stored = await findText(tx, name, version)
  if (!stored) throw noSuchVersion()
  if ((stored.hiddenAt !== null) === isHidden) return
  const [newest] = await findTextHistory(tx, name, 1)
  if (isHidden && newest?.id === version) {
    throw new AppError('conflict', 'Readers see this version on the page. Save another one first.')
  }
  await updateHiddenAt(tx, version, isHidden ? now : null)
  const when = formatMoment(toIso(stored.changedAt), campusIsoDate(now))
  const done = isHidden ? 'hidden from readers' : 'shown to readers again'
  await logChange(tx, `text of ${textLabels[name]}, version of ${when} ${done}`, { actor, now })
}

/** Saves the texts of a file that an operator imports. Those that the file leaves out stay as they are. */
export async function importTexts(tx: Db, texts: SiteTexts, now: number): Promise<void> {
  await lockTexts(tx)
  for (const name of textNames) {
    const markdown = texts[name]
    if (markdown !== undefined) await insertVersion(tx, { name, markdown }, { actor: null, now })
  }
}

interface NewVersion {
  name: TextName
  markdown: string | null
}

async function saveVersion(
  tx: Db,
  { name, markdown, basedOn }: NewVersion & { basedOn: number },
  { actor, fileTexts, now }: SaveTextContext,
) {
  if (fileTexts[name] !== undefined) {
    throw new AppError('conflict', 'This text comes from CAMPUS_FILE. Change it there.')
  }
  await lockTexts(tx)
  await insertVersion(tx, { name, markdown }, { actor, now, basedOn })
}

/** Inserts a version, unless it is the one in use. Call it in a transaction that has locked the texts. */
async function insertVersion(
  tx: Db,
  { name, markdown }: NewVersion,
  { actor, now, basedOn }: { actor: Account | null; now: number; basedOn?: number },
) {
  const [newest] = await findTextHistory(tx, name, 1)
  // A text that is the same as the default follows it to the next release.
  const wanted = markdown === defaultTexts[name] ? null : markdown
  if (wanted === (newest?.markdown ?? null)) return
  if (basedOn !== undefined && (newest?.id ?? 0) !== basedOn) {
    if (!newest) throw new AppError('conflict', 'The text has changed. Check yours again.')
    const { who, when } = await describeSaver(tx, newest, actor)
    throw new AppError(
      'conflict',
      `${who} saved another version on ${when}. Your text is still here. “What changed” below shows the other version. Save again when yours is right.`,
    )
  }
  await insertText(tx, { name, markdown: wanted }, { changedBy: actor?.id ?? null, now })
  await logChange(tx, `text of ${textLabels[name]}`, { actor, now })
}
