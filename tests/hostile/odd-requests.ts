import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { Operation, Schema } from './api-description.ts'
import { oddMultipart } from './odd-multipart.ts'
import {
  cookieHeader,
  oddBody,
  oddContentType,
  oddHeaders,
  oddJsonValue,
  oddQuery,
  oddSegment,
} from './odd-values.ts'

/** What a sender knows who wants to get past the first check. */
export interface Insider {
  cookie: string
  /** A good value of a parameter in the address of a call. */
  parameter: (operation: Operation, name: string) => string
  /** Good values of fields whose description alone does not say what they are. */
  fields: Record<string, unknown>
}

const json = 'application/json'

/** A request with which at least one thing is wrong, by somebody signed in, not, or half. */
export function oddRequest(operation: Operation, insider: Insider): fc.Arbitrary<InjectOptions> {
  const good = goodRequest(operation, insider)
  const { cookie } = insider
  const ways: fc.Arbitrary<InjectOptions>[] = [
    oddQuery(operation.query).map((query) => ({ ...good, url: `${good.url}?${query}` })),
    oddHeaders.map((headers) => ({ ...good, headers: { ...good.headers, ...headers } })),
    cookieHeader.map((headers) => ({ ...good, headers: { ...good.headers, ...headers } })),
    fc.tuple(oddBody, oddContentType).map(([payload, type]) => withBody(good, payload, type)),
    oddBody.map((payload) => withBody(good, payload, json)),
    fc
      .constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PUT', 'DELETE', 'POST', 'PROPFIND')
      .map((method) => ({ ...good, method: method as 'GET' })),
  ]
  const often = (way: fc.Arbitrary<InjectOptions>) => ways.push(way, way, way, way)
  if (operation.query.length > 0) {
    often(oddQuery(operation.query).map((query) => ({ ...good, url: `${good.url}?${query}` })))
  }
  if (operation.path.includes('{')) {
    often(oddSegment.map((segment) => ({ ...good, url: filled(operation, () => segment) })))
  }
  if (operation.body) {
    often(bodyWithOddFields(operation.body, insider).map((text) => withBody(good, text, json)))
  }
  if (operation.method === 'POST' && !operation.body) {
    often(oddMultipart.map((form) => withBody(good, form, 'multipart/form-data; boundary=a')))
  }
  const visitor = fc.constant({})
  const student = fc.constant({ cookie })
  return fc
    .tuple(fc.oneof(...ways), fc.oneof(visitor, student, student))
    .map(([request, who]) => ({ ...request, headers: { ...who, ...request.headers } }))
}

function goodRequest(operation: Operation, insider: Insider): InjectOptions {
  const url = filled(operation, (name) => insider.parameter(operation, name))
  const request = { method: operation.method as 'GET', url }
  if (!operation.body) return request
  const fields = Object.entries(operation.body).map(([name, schema]) => [
    name,
    insider.fields[name] ?? sample(schema),
  ])
  return withBody(request, JSON.stringify(Object.fromEntries(fields)), json)
}

const filled = ({ path }: Operation, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => value(name))

function withBody(request: InjectOptions, payload: string | Buffer, type: string): InjectOptions {
  return { ...request, payload, headers: { ...request.headers, 'content-type': type } }
}

/** Mostly as asked for: what is refused at the first field never reaches the others. */
function bodyWithOddFields(body: Record<string, Schema>, { fields }: Insider) {
  const pairs = Object.entries(body).map(([name, schema]) => {
    const good = fc.constant(JSON.stringify(fields[name] ?? sample(schema)))
    return fc
      .oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: oddJsonValue })
      .map((value) => `${JSON.stringify(name)}:${value}`)
  })
  const extra = fc
    .tuple(fc.constantFrom('id', 'seller', '__proto__', 'constructor', ''), oddJsonValue)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  const extras = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    fc.array(extra, { maxLength: 2 }),
  )
  return fc.tuple(fc.tuple(...pairs), extras).map(([own, others]) => `{${[...own, ...others]}}`)
}

/** Something that fits a schema as far as types go. */
function sample(schema: Schema): unknown {
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0])
  const type = [schema.type].flat()[0]
  if (type === 'string') return schema.format === 'date' ? '2027-01-31' : 'text'
  if (type === 'number' || type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [sample(schema.items)] : []
  return {}
}
