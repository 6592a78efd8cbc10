import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'
import { decisionReasons } from './decision-reasons.ts'
import { logActions, maxAppealLength } from './moderation-rules.ts'

/** The query of the appeal link in an email. */
export const appealToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** The body of the form on the page that the link opens. */
export const appealBody = appealToken.extend({
  text: z
    .string('Must be text')
    // A form sends each line break that the student typed as two characters.
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .min(1, 'Tell us why')
    .max(maxAppealLength, `Must be at most ${maxAppealLength} characters`)
    .refine(isStorableText, "Contains a character we can't read"),
})

/** The decision that the link is about, and the state of the appeal. */
export const appealResponse = z.object({
  action: z.enum(logActions),
  reason: z.enum(decisionReasons).nullable(),
  note: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  days: z.int().nullable(),
  /** The title of the listing, or null if the decision is about the student. */
  listingTitle: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'waiting', 'rejected', 'reversed', 'expired']),
  appealedAt: z.iso.datetime().nullable(),
  /** The text by the moderator who decided the appeal. */
  answer: z.string().nullable(),
})

export type Appeal = z.infer<typeof appealResponse>
