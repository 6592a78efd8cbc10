import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { buildTestApp } from './support/build-test-app.ts'

/** Who may call what. A route that is not in this table fails the build. */
const table: Record<string, 'anyone' | 'member' | 'owner'> = {
  'POST /api/users': 'anyone',
  'POST /api/auth/login': 'anyone',
  'GET /api/auth/me': 'anyone',
  'POST /api/auth/refresh': 'anyone',
  'GET /api/auth/logout': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'POST /api/auth/change-password': 'anyone',
  'GET /api/users/me/export': 'member',
  'DELETE /api/users/me': 'member',
  ...Object.fromEntries(
    categories.flatMap(({ path }) => [
      [`GET /api/${path}`, 'anyone'],
      [`GET /api/${path}/:id`, 'anyone'],
      [`POST /api/${path}`, 'member'],
      [`PUT /api/${path}/:id`, 'owner'],
      [`DELETE /api/${path}/:id`, 'owner'],
      [`GET /api/users/:id/${path}`, 'anyone'],
      [`GET /${path}/feed.xml`, 'anyone'],
      [`GET /sitemap-${path}-:part(^\\d{1,6}).xml`, 'anyone'],
    ]),
  ),
  'POST /api/upload': 'member',
  'GET /api/uploads/:file': 'anyone',
  'POST /api/logs': 'anyone',
  'GET /robots.txt': 'anyone',
  'GET /sitemap.xml': 'anyone',
  'GET /sitemap-pages.xml': 'anyone',
  'GET /api/health': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/docs/style.css': 'anyone',
  '* /api/*': 'anyone',
}

describe('access', () => {
  it('is stated for every route', async () => {
    const { app } = await buildTestApp('sqlite')
    expect([...app.routeList].toSorted()).toEqual(Object.keys(table).toSorted())
  })
})
