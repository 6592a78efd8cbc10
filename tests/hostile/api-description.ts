import type { App } from '#server/http.ts'

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

interface Described {
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, unknown>
}

/** One call of the API, with all that its own description says of it. */
export interface Operation {
  name: string
  method: string
  /** With its parameters in braces. */
  path: string
  query: string[]
  body: Record<string, Schema> | undefined
  /** "200", "4XX" and so on; nothing is said of calls that are not part of the described API. */
  statuses: string[] | undefined
}

/** Every call there is: those the API describes, and the feeds, maps and documents beside it. */
export async function operationsOf(app: App): Promise<Operation[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Described>>
  }>()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => operation(method.toUpperCase(), path, call)),
  )
  const known = new Set(described.map(({ name }) => name))
  const others = app.routeList
    .map((route) => route.replace(/:(\w+)(\([^)]*\))?/g, '{$1}').replace('*', 'GET'))
    .filter((route) => !known.has(route))
    .map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return operation(method, path, {})
    })
  return [...described, ...others]
}

function operation(method: string, path: string, call: Described): Operation {
  const parameters = call.parameters ?? []
  return {
    name: `${method} ${path}`,
    method,
    path,
    query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    body: call.requestBody?.content?.['application/json']?.schema?.properties,
    statuses: call.responses && Object.keys(call.responses),
  }
}
