/** Whether the database can store the text: PostgreSQL rejects NUL, and UTF-8 cannot encode a lone surrogate. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Matches a character that readers can see. The exceptions are white space, control characters, default-ignorable
 * characters (zero-width spaces, soft hyphens, Hangul fillers), marks, and symbols that are drawn as nothing. NUL matches,
 * so that a text with NUL is not called empty: `isStorableText` rejects it.
 */
const visible =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800\uFFF9-\uFFFC\u{1D159}]|\0/u

/** Whether nothing of the text can be seen. Such a text counts as empty. */
export const isBlank = (text: string): boolean => !visible.test(text)

const marks = /\p{M}+/gu

/**
 * Returns the text in lower case without accents, for comparing: "É" becomes "e" and "ﬁ" becomes "fi". Marks are
 * dropped before normalising too, because normalising sorts each run of marks in quadratic time.
 */
export const foldText = (text: string): string =>
  text.replaceAll(marks, '').normalize('NFKD').toLowerCase().replaceAll(marks, '')

const bidiControl = /[\u202A-\u202E\u2066-\u2069]/

/** Whether the text has bidirectional embeddings, overrides or isolates, which can reorder the text around them. */
export const hasBidiControl = (text: string): boolean => bidiControl.test(text)

export const removeBidiControls = (text: string): string =>
  text.replaceAll(new RegExp(bidiControl, 'g'), '')

const wholeIsolateOrBidiControl =
  /(\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g

/**
 * Puts the text on one line, for places where a line break would begin something else. Drops bidirectional controls
 * except whole isolates: `searchLabel` puts those around its parts, and they reorder nothing outside them.
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(wholeIsolateOrBidiControl, '$1')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
