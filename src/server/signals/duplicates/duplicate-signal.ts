import { campusIsoDate } from '#contract/campus-date.ts'
import { formatShortDate, pluralize } from '#contract/format.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { hashBits } from '../../photos/difference-hash.ts'
import type { FoundSignal } from '../../words/found-signal.ts'
import type { Duplicate } from './read-duplicates.ts'

/** For its student and for moderators, in the same words. */
export function duplicateSignal(duplicate: Duplicate): FoundSignal {
  const { category, id, title, status, postedAt, renewedAt, likeness, laterPostedAt, now } =
    duplicate
  const today = campusIsoDate(now)
  const day = (time: number) => formatShortDate(time, today)
  const looksLike = likeness.title > 0 ? 'Looks like' : 'Has the same cover photo as'
  const since = isTakenDown(status) ? ` and ${status} since` : ''
  return {
    kind: 'duplicate',
    rule: 'duplicate',
    id: `duplicate ${id}`,
    sentence: `${looksLike} “${title}”, posted from the same account on ${day(postedAt)}${since}.`,
    advice: isTakenDown(status)
      ? `See why that one was ${status}.`
      : 'Delete one of them or mark one as sold.',
    facts: [
      { label: 'Earlier listing', value: title, listing: { category, id } },
      { label: 'Titles', value: titlesText(likeness.title) },
      { label: 'Cover photos', value: coversText(likeness.coverBits) },
      { label: 'Posted', value: `${day(postedAt)}, this one ${day(laterPostedAt)}` },
      ...(renewedAt === null ? [] : [{ label: 'Renewed', value: day(renewedAt) }]),
    ],
  }
}

/** Rounded down: 0.996 are not the same. */
const titlesText = (likeness: number) =>
  likeness === 0 ? 'Not alike' : `Alike to ${(Math.floor(likeness * 100) / 100).toFixed(2)}`

function coversText(bits: number | undefined): string {
  if (bits === undefined) return 'Different'
  return bits === 0 ? 'The same' : `The same but for ${pluralize(bits, 'bit')} of ${hashBits}`
}
