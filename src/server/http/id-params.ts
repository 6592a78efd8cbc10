import { z } from 'zod'

/** The `:id` of a path. `parseId` decides whether the text is an id. */
export const idParams = z.object({ id: z.string() })

/** Accepts ids only in the form that this server writes: not "01", "1e3" or "+1". */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
