import { isBlank } from '#categories/text-rules.ts'
import { formatNumber, pluralize } from '#contract/format.ts'
import {
  isLongEnough,
  maxMessageLength,
  noMessageText,
  tooLongText,
  tooShortText,
} from '#contract/message-rules.ts'

/** In code points, as the server counts: an emoji is one. */
const messageLength = (text: string): number => [...text.trim()].length

/** From so many characters before the end on, they are counted. */
const countedCharacters = 200

/** How many characters are left, once there are few. */
export function charactersLeft(text: string): string | undefined {
  const left = maxMessageLength - messageLength(text)
  if (left > countedCharacters) return undefined
  return left < 0 ? `${formatNumber(-left)} too many` : `${pluralize(left, 'character')} left`
}

/** What the server would say of the text. */
export function messageError(text: string): string | undefined {
  if (isBlank(text)) return noMessageText
  return messageLength(text) > maxMessageLength ? tooLongText : undefined
}

/** Of the one that begins a thread. */
export function firstMessageError(text: string): string | undefined {
  if (isBlank(text) || isLongEnough(text)) return messageError(text)
  return tooShortText
}
