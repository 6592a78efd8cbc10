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

/** The first render; undefined stands for a session that is still loading. */
function renderFor(user: SessionUser | undefined) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionKey, user)
  return renderToString(
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <StaticRouter url="/rentals/create">
          <RequireUser>For students</RequireUser>
        </StaticRouter>
      </QueryClientProvider>
    </ApiContext>,
  )
}

describe('RequireUser', () => {
  it('renders the page for a logged-in user', () => {
    expect(renderFor(ada)).toBe('For students')
  })

  it('shows a spinner while the session is loading', () => {
    const html = renderFor(undefined)
    expect(html).toContain('Loading…')
    expect(html).not.toContain('For students')
  })
})
