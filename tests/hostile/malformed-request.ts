import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Operation, Schema } from './api-description.ts'
import { malformedMultipart } from './malformed-multipart.ts'
import {
  malformedBody,
  malformedContentType,
  malformedCookie,
  malformedHeaders,
  malformedJsonValue,
  malformedQuery,
  malformedSegment,
} from './malformed-values.ts'

/** Inputs that pass validation, so that the server reaches the malformed part behind them. */
export interface ValidInputs {
  cookie: string
  /** Returns a valid value for a path parameter. */
  parameter: (operation: Operation, name: string) => string
  /** Valid values for fields that cannot be derived from the schema. */
  fields: Record<string, unknown>
}

const json = 'application/json'

/** Generates requests with at least one malformed part, with or without a session. */
export function malformedRequest(
  operation: Operation,
  validInputs: ValidInputs,
): fc.Arbitrary<InjectOptions> {
  const valid = validRequest(operation, validInputs)
  const { cookie } = validInputs
  const variants: fc.Arbitrary<InjectOptions>[] = [
    malformedQuery(operation.query).map((query) => ({ ...valid, url: `${valid.url}?${query}` })),
    malformedHeaders.map((headers) => ({ ...valid, headers: { ...valid.headers, ...headers } })),
    malformedCookie.map((headers) => ({ ...valid, headers: { ...valid.headers, ...headers } })),
    fc
      .tuple(malformedBody, malformedContentType)
      .map(([payload, type]) => withBody(valid, payload, type)),
    malformedBody.map((payload) => withBody(valid, payload, json)),
    fc
      .constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PUT', 'DELETE', 'POST', 'PROPFIND')
      .map((method) => ({ ...valid, method: method as 'GET' })),
  ]
  const addOften = (variant: fc.Arbitrary<InjectOptions>) =>
    variants.push(variant, variant, variant, variant)
  if (operation.query.length > 0) {
    addOften(
      malformedQuery(operation.query).map((query) => ({ ...valid, url: `${valid.url}?${query}` })),
    )
  }
  if (operation.path.includes('{')) {
    addOften(
      malformedSegment.map((segment) => ({ ...valid, url: fillPath(operation, () => segment) })),
    )
  }
  if (operation.body) {
    addOften(
      bodyWithMalformedFields(operation.body, validInputs).map((text) =>
        withBody(valid, text, json),
      ),
    )
  }
  if (operation.method === 'POST' && !operation.body) {
    addOften(
      malformedMultipart.map((form) => withBody(valid, form, 'multipart/form-data; boundary=a')),
    )
  }
  const visitor = fc.constant({})
  const student = fc.constant({ cookie })
  return fc
    .tuple(fc.oneof(...variants), fc.oneof(visitor, student, student))
    .map(([request, session]) => ({ ...request, headers: { ...session, ...request.headers } }))
}

function validRequest(operation: Operation, validInputs: ValidInputs): InjectOptions {
  const url = fillPath(operation, (name) => validInputs.parameter(operation, name))
  const request = { method: operation.method as 'GET', url }
  if (!operation.body) return request
  const fields = Object.entries(operation.body).map(([name, schema]) => [
    name,
    validInputs.fields[name] ?? sampleValue(schema),
  ])
  return withBody(request, JSON.stringify(Object.fromEntries(fields)), json)
}

export const fillPath = ({ path }: Operation, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => value(name))

function withBody(request: InjectOptions, payload: string | Buffer, type: string): InjectOptions {
  return { ...request, payload, headers: { ...request.headers, 'content-type': type } }
}

/** Generates bodies with mostly valid fields: a body rejected for its first field would never test the others. */
function bodyWithMalformedFields(body: Record<string, Schema>, { fields }: ValidInputs) {
  const pairs = Object.entries(body).map(([name, schema]) => {
    const sample = fc.constant(fields[name] ?? sampleValue(schema))
    // The id is new each time, because a message sent again is answered before its text is stored.
    const valid = (schema.format === 'uuid' ? fc.uuid() : sample).map((value) =>
      JSON.stringify(value),
    )
    return fc
      .oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: malformedJsonValue })
      .map((value) => `${JSON.stringify(name)}:${value}`)
  })
  const extra = fc
    .tuple(fc.constantFrom('id', 'seller', '__proto__', 'constructor', ''), malformedJsonValue)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  const extras = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    fc.array(extra, { maxLength: 2 }),
  )
  return fc.tuple(fc.tuple(...pairs), extras).map(([own, others]) => `{${[...own, ...others]}}`)
}

/** Returns a value of the schema's type. */
export function sampleValue(schema: Schema): unknown {
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  if (schema.anyOf?.[0]) return sampleValue(schema.anyOf[0])
  const type = [schema.type].flat()[0]
  if (type === 'string') return schema.format === 'date' ? '2027-01-31' : 'text'
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [sampleValue(schema.items)] : []
  return {}
}
