import type { z } from 'zod'
import { fieldErrors } from '#contract/errors.ts'
import { invalidInput } from '../errors.ts'

/** Parses a body. Call it inside the transaction, so that 404 and 403 come before 400. */
export function parseBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const { data, error } = schema.safeParse(body)
  if (error) throw invalidInput(fieldErrors(error))
  return data as z.output<Body>
}
