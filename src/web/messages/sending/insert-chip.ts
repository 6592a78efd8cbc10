/** What a chip's text leaves to the writer: a day. */
const blank = '…'

type Area = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'setRangeText' | 'setSelectionRange'
>

/**
 * Puts a text where the caret is, apart from the words around it, and selects what is to be filled in. If an earlier chip still
 * has its blank selected, that stays, and the text becomes the last line.
 */
export function insertChip(area: Area, chip: string) {
  const { value, selectionStart: start, selectionEnd: end } = area
  if (value.slice(start, end) === blank) {
    area.setRangeText(`\n${chip}`, value.length, value.length, 'end')
    area.setSelectionRange(start, end)
    return
  }
  const before = /\S$/.test(value.slice(0, start)) ? ' ' : ''
  const after = /^\S/.test(value.slice(end)) ? ' ' : ''
  area.setRangeText(`${before}${chip}${after}`, start, end, 'end')
  const place = chip.indexOf(blank)
  if (place < 0) return
  const from = start + before.length + place
  area.setSelectionRange(from, from + blank.length)
}

/** Refuses a text in which one of the chips still has its blank. */
export const blankError = (text: string, chips: readonly string[]): string | undefined =>
  chips.some((chip) => chip.includes(blank) && text.includes(chip))
    ? 'Fill in the day first'
    : undefined
