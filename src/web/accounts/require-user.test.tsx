import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { SessionUser } from '#contract/accounts.ts'
import { ApiContext, createApi } from '../api.ts'
import { StaticRouter } from '../navigation/router.tsx'
import { QueryClient } from '../queries/query-client.ts'
import { QueryClientProvider } from '../queries/use-query.tsx'
import { RequireUser } from './require-user.tsx'
import { sessionKey } from './session.ts'

const api = createApi(async () => Response.json({ error: 'Not signed in' }))
const ada: SessionUser = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@uwaterloo.ca',
}

/** What is shown at first; undefined stands for a session that is still being asked for. */
function shownTo(user: SessionUser | undefined) {
  const queries = new QueryClient()
  queries.setData(sessionKey, user)
  return renderToString(
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>
        <StaticRouter url="/rentals/create">
          <RequireUser>For students</RequireUser>
        </StaticRouter>
      </QueryClientProvider>
    </ApiContext>,
  )
}

describe('a page for students', () => {
  it('is shown to a student', () => {
    expect(shownTo(ada)).toBe('For students')
  })

  it('says that it is loading until it is known who is there', () => {
    const shown = shownTo(undefined)
    expect(shown).toContain('Loading…')
    expect(shown).not.toContain('For students')
  })
})
