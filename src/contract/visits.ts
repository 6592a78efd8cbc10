import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

const cleanText = (maxLength: number) =>
  z.string().max(maxLength).refine(isStorableText, 'Must be text')

export const visit = z.object({
  path: cleanText(2_000).regex(/^\/(?!\/)/, 'Must be a path'),
  userAgent: cleanText(1_000),
  timestamp: z.union([z.iso.datetime({ offset: true }), z.int().min(0)]),
})

export type Visit = z.infer<typeof visit>
