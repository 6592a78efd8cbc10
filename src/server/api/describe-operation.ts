import type { SwaggerTransform } from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { sessionSecurity } from '../http/authorization.ts'
import type { Policies } from '../policies.ts'

const toJsonSchemas = createJsonSchemaTransform({ skipList: [] })

/** Adds to a route's own schema what follows from its method, path and action. */
export const describeOperation =
  ({ can }: Policies): SwaggerTransform =>
  (document) => {
    const { schema, url } = toJsonSchemas(document)
    const { route } = document
    const action = route.config?.action
    const isOpen = !action || can('visitor', action)
    const security = schema.security ?? (isOpen ? [] : sessionSecurity)
    const access = security.length > 0 ? 'Needs a session.' : 'Open to everyone.'
    const description = [schema.description, access].filter(Boolean).join(' ')
    return { schema: { ...schema, operationId: operationId(route), security, description }, url }
  }

/** `GET /api/rentals/:id/contact` is `getRentalsByIdContact`. */
function operationId({ method, url }: RouteOptions): string {
  const words = url
    .replace(/^\/api\//, '')
    .replaceAll('/:', '/by-')
    .split(/\W+/)
  return String(method).toLowerCase() + words.map(capitalize).join('')
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
