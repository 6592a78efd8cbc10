import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

/** The query of the link in the email about a ban or a request, and the body of the form on the page that the link opens. */
export const exportLinkParameters = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** The response names nobody, because an email may be forwarded. */
export const exportLinkResponse = z.object({
  /** When the link expires. For a closed account, that is when it is deleted, unless an appeal is still waiting then. */
  keptUntil: z.iso.datetime(),
  /** Whether the account is closed. Otherwise somebody asked for the data. */
  isClosed: z.boolean(),
})

export type ExportLink = z.infer<typeof exportLinkResponse>
