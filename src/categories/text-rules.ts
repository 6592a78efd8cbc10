/** PostgreSQL rejects NUL in text, and UTF-8 cannot encode a lone surrogate. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Anything but white space, control and default-ignorable characters (zero-width spaces, soft hyphens, Hangul fillers),
 * marks without a letter under them, and the symbols that are drawn as nothing. NUL is left to `isStorableText`.
 */
const visible =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800\uFFF9-\uFFFC\u{1D159}]|\0/u

/** Whether nothing of the text can be seen: it counts as empty. */
export const isBlank = (text: string): boolean => !visible.test(text)

const marks = /\p{M}+/gu

/**
 * Lower case without accents, for comparing texts: "É" becomes "e" and "ﬁ" becomes "fi". Marks are dropped before
 * normalising too, because normalising sorts each run of them in quadratic time.
 */
export const foldText = (text: string): string =>
  text.replaceAll(marks, '').normalize('NFKD').toLowerCase().replaceAll(marks, '')

const bidiControl = /[\u202A-\u202E\u2066-\u2069]/

/** Bidirectional embeddings, overrides and isolates, which can reorder the text around them. */
export const hasBidiControl = (text: string): boolean => bidiControl.test(text)

export const removeBidiControls = (text: string): string =>
  text.replaceAll(new RegExp(bidiControl, 'g'), '')

const wholeIsolateOrBidiControl =
  /(\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g

/**
 * For places where a line break would begin something else. Of bidirectional controls only whole isolates stay, which
 * `searchLabel` puts around its parts: they reorder nothing outside of them.
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(wholeIsolateOrBidiControl, '$1')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
