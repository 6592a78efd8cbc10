import { z } from 'zod'
import { hasBidiControl } from '#categories/text-rules.ts'
import { maxTextLength, maxTextLines, mayBeEmpty, textNames } from './site-text-rules.ts'

/** A text in Markdown, as an admin types it or a file has it. */
export const siteText = z
  .string('Must be text')
  .overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .max(maxTextLength, `Must be at most ${maxTextLength.toLocaleString('en-CA')} characters`)
  .refine(
    (text) => text.split('\n').length <= maxTextLines,
    `Must be at most ${maxTextLines.toLocaleString('en-CA')} lines`,
  )
  .refine(
    (text) => !/(?![\n\t])[\p{Cc}\p{Cs}]/u.test(text) && !hasBidiControl(text),
    'Has a character that no page can show',
  )

const textName = z.enum(textNames)

/** The texts of a campus file. Those that it leaves out stay as they are. */
export const siteTexts = z.partialRecord(textName, siteText).check(({ value, issues }) => {
  for (const name of textNames) {
    if (value[name] !== '' || mayBeEmpty(name)) continue
    issues.push({
      code: 'custom',
      path: [name],
      input: '',
      message: 'Write something, or leave the text out',
    })
  }
})

/** A card: a heading of level three and what follows it. Titles and contents are HTML. */
const textCard = z.object({
  /** What the heading has in braces, such as "report" of {#report}. It leads to an icon and to links. */
  anchor: z.string().nullable(),
  title: z.string(),
  html: z.string(),
})

/** A part of a text, from one heading of level two to the next. What comes before the first heading has no title. */
const textPart = textCard.extend({ title: z.string().nullable(), cards: z.array(textCard) })

export const textResponse = z.object({
  /** When an admin last changed the text. It is null for the text that came with the release. */
  updatedAt: z.iso.datetime().nullable(),
  parts: z.array(textPart),
})

/** A line of a text, cut at its changed words. */
const changedLine = z.array(
  z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() }),
)

/** Changed lines that stand together, with the heading above them. */
const textChange = z.object({ heading: z.string().nullable(), lines: z.array(changedLine) })

export const textChangesResponse = z.object({
  /** The newest versions first. None says which admin saved it. */
  versions: z.array(
    z.object({
      changedAt: z.iso.datetime(),
      isDefault: z.boolean(),
      /** Whether an admin has hidden what changed. The list of changes is empty then. */
      isHidden: z.boolean(),
      changes: z.array(textChange),
    }),
  ),
})

const textVersion = z.object({
  id: z.int(),
  changedAt: z.iso.datetime(),
  /** The admin who saved the version. It is null if an operator did, on the command line. */
  changedBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  isDefault: z.boolean(),
  /** Whether readers see only that the text has changed, and not how. */
  isHidden: z.boolean(),
})

const editedText = z.object({
  name: textName,
  markdown: z.string(),
  /** Whether the text is that of the release, which a later release may change. */
  isDefault: z.boolean(),
  /** Whether CAMPUS_FILE has the text, which then cannot be changed here. */
  isFromFile: z.boolean(),
  /** The version that a change is based on. It is 0 without a row in the database. */
  version: z.int(),
  /** The newest versions first. */
  history: z.array(textVersion),
})

export const textsResponse = z.object({
  /** What a text can name in braces, such as "brand", with its value. */
  placeholders: z.record(z.string(), z.string()),
  texts: z.array(editedText),
})

/** Saves a text. Null brings back the default. */
export const textBody = z.object({
  name: textName,
  markdown: siteText.nullable(),
  basedOn: z.int(),
})

/** Saves an older version again. 0 stands for the default before the first version. */
export const textRestoreBody = z.object({ name: textName, version: z.int(), basedOn: z.int() })

/** Hides a version from readers, or shows it again. */
export const textHideBody = z.object({ name: textName, version: z.int(), isHidden: z.boolean() })

export const textPreviewBody = z.object({ name: textName, markdown: siteText })

export const textPreviewResponse = z.object({
  parts: z.array(textPart),
  /** What differs from the text in use. */
  changes: z.array(textChange),
})

export type SiteTexts = z.infer<typeof siteTexts>
export type TextPart = z.infer<typeof textPart>
export type TextCard = z.infer<typeof textCard>
export type TextResponse = z.infer<typeof textResponse>
export type ChangedLine = z.infer<typeof changedLine>
export type TextChange = z.infer<typeof textChange>
export type TextChangesResponse = z.infer<typeof textChangesResponse>
export type EditedText = z.infer<typeof editedText>
export type TextsResponse = z.infer<typeof textsResponse>
export type TextBody = z.input<typeof textBody>
export type TextRestoreBody = z.input<typeof textRestoreBody>
export type TextHideBody = z.input<typeof textHideBody>
export type TextPreviewBody = z.input<typeof textPreviewBody>
export type TextPreviewResponse = z.infer<typeof textPreviewResponse>
