import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { isBlank } from '#categories/text-rules.ts'
import {
  isLongEnough,
  maxMessageLength,
  noMessageText,
  tooLongText,
  tooShortText,
} from '#contract/message-rules.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import { Chip } from '../../ui/controls/chip.tsx'
import { ChipRow } from '../../ui/controls/chip-row.tsx'
import { rowFade } from '../../ui/controls/row-fade.ts'
import { growToContent, TextArea } from '../../ui/controls/text-area.tsx'
import './message-field.css'

interface MessageFieldProps
  extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'count' | 'maxLength'> {
  value: string
  onChange: (value: string) => void
  /** Suggested texts. A press inserts the text at the caret; the student edits and sends it. */
  chips?: readonly string[]
  onChip?: (chip: string) => void
  /** A button beside the text. */
  action?: ReactNode
}

/**
 * The field for the text of a message. It accepts more text than can be sent, so that no pasted text is lost, and says so.
 */
export function MessageField({ chips = [], onChip, onChange, action, ...area }: MessageFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const findArea = () => root.current?.querySelector('textarea')
  // A draft or a chip changes the text without a keyboard event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the text area follows the text
  useLayoutEffect(() => {
    const element = findArea()
    if (element) growToContent(element)
  }, [area.value])
  const insert = (chip: string) => {
    const element = findArea()
    if (!element) return
    element.focus()
    insertChip(element, chip)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    onChip?.(chip)
  }
  return (
    <div ref={root} className="grid min-w-0 gap-2">
      {chips.length > 0 && (
        <ChipRow label="Quick messages" className={rowFade}>
          {chips.map((chip) => (
            <li key={chip}>
              <Chip as="button" type="button" active={false} onClick={() => insert(chip)}>
                {chip}
              </Chip>
            </li>
          ))}
        </ChipRow>
      )}
      <div className="message-field">
        <TextArea
          {...area}
          count={charactersLeft(area.value)}
          onChange={(event) => onChange(event.target.value)}
        />
        {action}
      </div>
    </div>
  )
}

/** The blank in a chip's text, where the student fills in a day. */
const blank = '…'

type Area = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'setRangeText' | 'setSelectionRange'
>

/**
 * Inserts a text at the caret, separated from the words around it, and selects its blank. If the blank of an earlier chip
 * is still selected, the selection stays, and the text becomes the last line.
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

/** Returns an error if a chip in the text still has its blank. */
export const blankError = (text: string, chips: readonly string[]): string | undefined =>
  chips.some((chip) => chip.includes(blank) && text.includes(chip))
    ? 'Fill in the day first'
    : undefined

/** The length in code points, as the server counts: an emoji counts as one. */
const messageLength = (text: string): number => [...text.trim()].length

/** How many characters before the limit the counter appears. */
const countedCharacters = 200

/** Says how many characters are left, once there are few. */
export function charactersLeft(text: string): string | undefined {
  const left = maxMessageLength - messageLength(text)
  if (left > countedCharacters) return undefined
  return left < 0 ? `${formatNumber(-left)} too many` : `${pluralize(left, 'character')} left`
}

/** The error that the server would return for the text. */
export function messageError(text: string): string | undefined {
  if (isBlank(text)) return noMessageText
  return messageLength(text) > maxMessageLength ? tooLongText : undefined
}

/** The error for the text of a first message, which also has a minimum length. */
export function firstMessageError(text: string): string | undefined {
  if (isBlank(text) || isLongEnough(text)) return messageError(text)
  return tooShortText
}
