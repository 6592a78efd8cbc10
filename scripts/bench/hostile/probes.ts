import { categories, publicCategories } from '#categories/index.ts'
import { listParameterNames } from '#contract/list-query.ts'
import { pageRoutes } from '#contract/page-routes.ts'
import type { Operation, Schema } from '#tests/hostile/api-description.ts'
import type { HostileShape } from '#tests/hostile/hostile-shapes.ts'
import { fillPath, sampleValue } from '#tests/hostile/malformed-request.ts'
import type { HostileRequest } from './client.ts'

/** One place in a request that can hold any text. */
export interface Probe {
  name: string
  /** The texts to try, longest first: the server refuses the longest at once, but may accept and store shorter ones. */
  texts: (shape: HostileShape) => string[]
  request: (text: string) => HostileRequest
  /** The request with an accepted value, because a refused request may cost less. */
  usual?: HostileRequest
}

/** Valid values for the rest of a request, so that the server does not refuse it for another reason first. */
export interface ValidValues {
  cookie: string
  /** Returns a valid value for a parameter in the path. */
  parameter: (operation: Pick<Operation, 'path' | 'method'>, name: string) => string
  field: (operation: Operation, name: string) => unknown
}

const bodyBytes = 100_000
/** The length of a query after percent-encoding. All headers together may have 16 KB. */
const queryBytes = 15_000
/** The length of the longest description, and of most other longest texts. */
const acceptedLengths = [4_900, 900]

const inBytes = (shape: HostileShape, bytes: number, sizeOf: (text: string) => number) => {
  const text = shape(bytes)
  const size = sizeOf(text)
  return size <= bytes ? text : shape(Math.floor((bytes * text.length) / size) - 10)
}

const bodyText = (shape: HostileShape) =>
  inBytes(shape, bodyBytes, (text) => Buffer.byteLength(JSON.stringify(text)))

const encodedLength = (text: string) => new URLSearchParams({ text }).toString().length

const queryText = (shape: HostileShape) => inBytes(shape, queryBytes, encodedLength)

const pathText = (shape: HostileShape) =>
  inBytes(shape, queryBytes, (text) => encodeURIComponent(text).length)

/** Returns a probe for every field, parameter and path segment of a documented call. */
export function probesOf(operation: Operation, valid: ValidValues): Probe[] {
  const { name, method, path, query, body } = operation
  const { cookie } = valid
  const url = fillPath(operation, (parameter) => valid.parameter(operation, parameter))
  const validBody = body && {
    ...Object.fromEntries(
      Object.entries(body)
        // A message without an id is always a new message.
        .filter(([, { format }]) => format !== 'uuid')
        .map(([field, schema]) => [field, valid.field(operation, field) ?? sampleValue(schema)]),
    ),
  }
  const json = (values: unknown) => ({
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  const rest = validBody ? json(validBody) : { headers: { cookie } }
  return [
    ...Object.entries(body ?? {}).map(([field, schema]) => ({
      name: `${name}, ${field}`,
      texts: (shape: HostileShape) => [bodyText(shape), ...textLengths(schema).map(shape)],
      request: (text: string) => ({
        method,
        path: url,
        ...json({ ...validBody, [field]: field === 'path' ? `/${text}` : text }),
      }),
      usual: { method, path: url, ...json(validBody) },
    })),
    ...query.map((parameter) => ({
      ...queryProbe(url, parameter, { cookie }),
      name: `${name}, ${parameter}`,
    })),
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
      name: `${name}, {${parameter}}`,
      texts: (shape: HostileShape) => [pathText(shape)],
      request: (text: string) => ({
        ...{ method, ...rest },
        path: fillPath(operation, (each) =>
          each === parameter ? encodeURIComponent(text) : valid.parameter(operation, each),
        ),
      }),
    })),
  ]
}

/** Returns the lengths to try. A text field is also tried at its maximum length. */
function textLengths({ type, anyOf, maxLength }: Schema): number[] {
  const known = [maxLength, ...(anyOf ?? []).map((schema) => schema.maxLength)]
  const longest = known.find((length) => length !== undefined)
  if (longest) return [longest - 2]
  return [type].flat().includes('string') ? acceptedLengths : []
}

function queryProbe(path: string, parameter: string, headers: Record<string, string>): Probe {
  return {
    name: `GET ${path}, ${parameter}`,
    texts: (shape) => [queryText(shape), shape(190)],
    request: (text) => ({
      ...{ method: 'GET', headers },
      path: `${path}?${new URLSearchParams({ [parameter]: text })}`,
    }),
  }
}

/** The parameters that pages read, in addition to those of lists. */
const pageParameters = [
  ...['q', 'next', 'token', 'id', 'ids', 'term', 'cursor', 'kind', 'reason', 'filter', 'action'],
]

/** Returns probes for each parameter and path segment of each page, and for paths that no page has. */
export function pageProbes({ cookie, parameter }: ValidValues): Probe[] {
  const withoutSession = ['/login', '/register']
  return pageRoutes.flatMap((route) => {
    const headers: Record<string, string> = withoutSession.includes(route) ? {} : { cookie }
    const path = route.replaceAll(/:(\w+)/g, '{$1}')
    const operation = { method: 'GET', path } as Operation
    const url = fillPath(operation, (name) => parameter(operation, name))
    const category = categories.find((each) => `/${each.path}` === route)
    const names = new Set([...(category ? listParameterNames[category.id] : []), ...pageParameters])
    return [
      ...[...names].map((name) => queryProbe(url, name, headers)),
      pathProbe(`GET ${route}/…`, (text) => `${url}/${text}`, headers),
      ...(path.includes('{')
        ? [pathProbe(`GET ${route}`, (text) => fillPath(operation, () => text), headers)]
        : []),
    ]
  })
}

/** Encodes the text only where a URL requires it. An encoded slash would not separate the parts of the path. */
const pathProbe = (
  name: string,
  toPath: (text: string) => string,
  headers: Record<string, string>,
): Probe => ({
  name,
  texts: (shape) => [pathText(shape)],
  request: (text) => ({ method: 'GET', path: toPath(encodeURI(text)), headers }),
})

/**
 * Routes with parameters that the OpenAPI document leaves out: sitemaps, logins at the university, and forms that work
 * without JavaScript.
 */
export const undocumentedRoutes = {
  forms: {
    '/renew': ['token'],
    '/unsubscribe': ['token'],
    '/appeal': ['token', 'text'],
    '/export': ['token'],
    '/login/university': ['token', 'form', 'firstName', 'lastName', 'password', 'code'],
  },
  paths: [
    ...publicCategories.map(({ path }) => `/sitemap-${path}-{part}.xml`),
    '/api/auth/university/{provider}',
    '/api/auth/university/{provider}/callback',
    '/brand/{key}/{file}',
  ],
}

export const undocumentedProbes = (): Probe[] => [
  ...Object.entries(undocumentedRoutes.forms).flatMap(([path, fields]) =>
    fields.map((field) => ({
      name: `POST ${path}, ${field}`,
      texts: (shape: HostileShape) => [inBytes(shape, bodyBytes, encodedLength), shape(190)],
      request: (text: string) => ({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          token: 'x',
          form: 'names',
          text: 'Please look again.',
          [field]: text,
        }).toString(),
      }),
    })),
  ),
  ...undocumentedRoutes.paths.map((path) =>
    pathProbe(
      `GET ${path}`,
      (text) => path.replace('{key}', 'x').replace(/\{\w+\}/, () => text),
      {},
    ),
  ),
]

const readHeaders = [
  ...['accept-encoding', 'authorization', 'cookie', 'if-none-match', 'origin', 'referer'],
  ...['user-agent', 'x-forwarded-for'],
]

/** Returns probes for the headers that the server reads, on routes that read them. */
export const headerProbes = ({ cookie }: ValidValues): Probe[] =>
  [
    { method: 'GET', path: '/misc' },
    { method: 'GET', path: '/api/threads' },
    { method: 'GET', path: '/api/metrics' },
    { method: 'POST', path: '/api/auth/login', body: '{"email":"x@uwaterloo.ca","password":"x"}' },
    { method: 'POST', path: '/api/logs', body: '{"path":"/","userAgent":"x","timestamp":1}' },
  ].flatMap(({ body, ...route }) =>
    readHeaders.map((header) => ({
      name: `${route.method} ${route.path}, ${header}`,
      texts: (shape: HostileShape) => [headerText(shape), shape(200)],
      request: (text: string) => ({
        ...route,
        ...(body && { body }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          cookie,
          [header]: toHeaderValue(text),
        },
      }),
    })),
  )

const headerText = (shape: HostileShape) => inBytes(shape, queryBytes, Buffer.byteLength)

/** Returns the bytes of the text without control characters, which no client can send. */
const toHeaderValue = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, ' ')
    .trim()

export const uploadProbe = ({ cookie }: ValidValues): Probe => ({
  name: 'POST /api/upload, filename',
  texts: (shape) => [bodyText(shape), shape(5_000)],
  request: (text) => ({
    method: 'POST',
    path: '/api/upload',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\ncontent-disposition: form-data; name="image"; filename="${text.replaceAll(/["\r\n]/g, ' ')}"\r\n\r\nx\r\n--b--\r\n`,
  }),
})
