import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'
import { decisionReasons } from './decision-reasons.ts'
import { logActions, maxAppealLength } from './moderation-rules.ts'

/** The query of a link in a mail. */
export const appealToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** The body of the form that it leads to. */
export const appealBody = appealToken.extend({
  text: z
    .string('Must be text')
    // A form sends two characters for each line break that the student typed.
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .min(1, 'Tell us why')
    .max(maxAppealLength, `Must be at most ${maxAppealLength} characters`)
    .refine(isStorableText, "Contains a character we can't read"),
})

/** What the link is about, and how far the appeal is. */
export const appealResponse = z.object({
  action: z.enum(logActions),
  reason: z.enum(decisionReasons).nullable(),
  note: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  days: z.int().nullable(),
  /** Of a listing; null if it is about the student. */
  listingTitle: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'waiting', 'rejected', 'reversed', 'expired']),
  appealedAt: z.iso.datetime().nullable(),
  /** What the moderator who decided the appeal wrote. */
  answer: z.string().nullable(),
})

export type Appeal = z.infer<typeof appealResponse>
