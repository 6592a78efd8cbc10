import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

/** What a link in an email turns off: a setting of the student, or emails about one saved search. */
export const mailTopicKinds = [
  'messages',
  'reminders',
  'saved',
  'favourites',
  'weekly',
  'search',
] as const

export type MailTopicKind = (typeof mailTopicKinds)[number]

/** The query of the unsubscribe link in an email, and of the form on the page that the link opens. */
export const unsubscribeToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** The emails that the link turns off. The response names nobody, because an email may be forwarded. */
export const unsubscribeLinkResponse = z.object({
  kind: z.enum(mailTopicKinds),
  /** A description in words, as part of a sentence. */
  description: z.string(),
  /** The saved search in words, or null for a setting. */
  search: z.string().nullable(),
  isOff: z.boolean(),
})

export type UnsubscribeLink = z.infer<typeof unsubscribeLinkResponse>
