import type { z } from 'zod'
import { fieldErrors } from '#contract/errors.ts'
import { invalidInput } from '../errors.ts'

/** 400 comes after 404 and 403: for a body that is parsed once the transaction has told those. */
export function parseBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const { data, error } = schema.safeParse(body)
  if (error) throw invalidInput(fieldErrors(error))
  return data as z.output<Body>
}
