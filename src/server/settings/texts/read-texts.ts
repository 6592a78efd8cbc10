import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type TextName, textNames } from '#contract/site-text-rules.ts'
import type {
  EditedText,
  SiteTexts,
  TextChange,
  TextChangesResponse,
  TextResponse,
  TextsResponse,
} from '#contract/site-texts.ts'
import { findShownTextBefore, findTextHistory, type StoredText } from '../../campus/site-texts.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { findSavers, shownVersions } from '../read-settings.ts'
import { compareTexts } from './compare-texts.ts'
import { defaultTexts } from './default-texts.ts'
import { placeholders, renderText } from './render-text.ts'

/** Returns the text of a version, which may be the default. */
export const textOf = (name: TextName, version: { markdown: string | null } | undefined): string =>
  version?.markdown ?? defaultTexts[name]

/** Reads a text for readers. A text of CAMPUS_FILE has no history. */
export async function readText(
  db: Db,
  name: TextName,
  fileTexts: SiteTexts,
): Promise<TextResponse> {
  const fromFile = fileTexts[name]
  if (fromFile !== undefined) return { updatedAt: null, parts: renderText(fromFile) }
  const [newest] = await findTextHistory(db, name, 1)
  return {
    updatedAt: newest ? toIso(newest.changedAt) : null,
    parts: renderText(textOf(name, newest)),
  }
}

/** Reads what has changed, for readers. It does not name the admins. */
export async function readTextChanges(
  db: Db,
  name: TextName,
  fileTexts: SiteTexts,
): Promise<TextChangesResponse> {
  if (fileTexts[name] !== undefined) return { versions: [] }
  const rows = await findTextHistory(db, name, shownVersions + 1)
  const versions: TextChangesResponse['versions'] = []
  for (const [index, row] of rows.slice(0, shownVersions).entries()) {
    const changes =
      row.hiddenAt === null ? await findChanges(db, name, [row, rows[index + 1]]) : null
    versions.push({
      changedAt: toIso(row.changedAt),
      isDefault: row.markdown === null,
      isHidden: changes === null,
      changes: changes ?? [],
    })
    // Comparing two long texts takes some milliseconds.
    await yieldToEventLoop()
  }
  return { versions }
}

/**
 * Compares the first version with the newest one before it that is not hidden: the words of a hidden version would be
 * among the removed ones. Returns null if only hidden words have changed.
 */
async function findChanges(
  db: Db,
  name: TextName,
  [version, previous]: [StoredText, StoredText | undefined],
): Promise<TextChange[] | null> {
  const base =
    previous?.hiddenAt == null ? previous : await findShownTextBefore(db, name, version.id)
  const changes = compareTexts(textOf(name, base), textOf(name, version))
  return changes.length === 0 && base !== previous ? null : changes
}

/** Reads all texts for the admin who edits them. */
export async function readTexts(db: Db, fileTexts: SiteTexts): Promise<TextsResponse> {
  const texts: EditedText[] = []
  for (const name of textNames) texts.push(await readEditedText(db, name, fileTexts))
  return { placeholders: placeholders(), texts }
}

async function readEditedText(db: Db, name: TextName, fileTexts: SiteTexts): Promise<EditedText> {
  const fromFile = fileTexts[name]
  if (fromFile !== undefined) {
    const fixed = { isDefault: false, isFromFile: true, version: 0, history: [] }
    return { name, markdown: fromFile, ...fixed }
  }
  const rows = await findTextHistory(db, name, shownVersions)
  const saverOf = await findSavers(db, rows)
  const [newest] = rows
  return {
    name,
    markdown: textOf(name, newest),
    isDefault: (newest?.markdown ?? null) === null,
    isFromFile: false,
    version: newest?.id ?? 0,
    history: rows.map(({ id, changedAt, changedBy, markdown, hiddenAt }) => ({
      id,
      changedAt: toIso(changedAt),
      changedBy: saverOf(changedBy),
      isDefault: markdown === null,
      isHidden: hiddenAt !== null,
    })),
  }
}
