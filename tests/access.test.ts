import { describe, expect, it } from 'vitest'
import { buildTestApp } from './support/build-test-app.ts'

/** Who may call what. A route that is not in this table fails the build. */
const table: Record<string, 'anyone' | 'member' | 'owner'> = {
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
