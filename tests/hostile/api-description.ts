import type { App } from '#server/http/app-types.ts'

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

interface OpenApiOperation {
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, unknown>
}

/** One call of the API, as the OpenAPI document describes it. */
export interface Operation {
  name: string
  method: string
  /** The path with parameters in braces. */
  path: string
  query: string[]
  body: Record<string, Schema> | undefined
  /** The statuses, such as "200" and "4XX". They are undefined for routes outside the OpenAPI document. */
  statuses: string[] | undefined
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>
}

export const documentedOperations = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toOperation(method.toUpperCase(), path, operation),
    ),
  )

/** Lists every route: those of the OpenAPI document, feeds, sitemaps and documentation pages. */
export async function listOperations(app: App): Promise<Operation[]> {
  const description = (await app.inject('/api/openapi.json')).json<OpenApiDocument>()
  const documented = documentedOperations(description)
  const known = new Set(documented.map(({ name }) => name))
  const others = app.routeList
    .map((route) => route.replace(/:(\w+)(\([^)]*\))?/g, '{$1}').replace('*', 'GET'))
    .filter((route) => !known.has(route))
    .map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return toOperation(method, path, {})
    })
  return [...documented, ...others]
}

function toOperation(method: string, path: string, operation: OpenApiOperation): Operation {
  const parameters = operation.parameters ?? []
  return {
    name: `${method} ${path}`,
    method,
    path,
    query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    body: operation.requestBody?.content?.['application/json']?.schema?.properties,
    statuses: operation.responses && Object.keys(operation.responses),
  }
}
