import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

/** What a link in a mail turns off: a setting of a student, or mails about one saved search. */
export const mailTopicKinds = ['messages', 'reminders', 'saved', 'favourites', 'search'] as const

export type MailTopicKind = (typeof mailTopicKinds)[number]

/** The query of a link in a mail, and of the form that it leads to. */
export const unsubscribeToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** What the link ends. It names nobody: a mail may be forwarded. */
export const unsubscribeLinkResponse = z.object({
  kind: z.enum(mailTopicKinds),
  /** In words, as a part of a sentence. */
  description: z.string(),
  /** What a saved search looks for; null for a setting. */
  search: z.string().nullable(),
  isOff: z.boolean(),
})

export type UnsubscribeLink = z.infer<typeof unsubscribeLinkResponse>
