import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

/** The query of the link in the mail about a ban, and the body of the form that it leads to. */
export const exportToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** It names nobody: a mail may be forwarded. */
export const exportLinkResponse = z.object({
  /** When the account is deleted, unless an appeal is still waiting then. */
  keptUntil: z.iso.datetime(),
})

export type ExportLink = z.infer<typeof exportLinkResponse>
