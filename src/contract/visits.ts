import { z } from 'zod'

const cleanText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Must be text')

export const visit = z.object({
  path: cleanText(2_000).regex(/^\/(?!\/)/, 'Must be a path'),
  userAgent: cleanText(1_000),
  timestamp: z.union([z.iso.datetime({ offset: true }), z.int().min(0)]),
})

export type Visit = z.infer<typeof visit>
