import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { OwnAccount } from '#contract/own-account.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { AccountData } from './account-data.tsx'

const render = (isOnlyAdmin: boolean) =>
  renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <AccountData account={{ isOnlyAdmin, role: 'student' } as OwnAccount} />
      </MemoryRouter>
    </App>,
  )

it('deletes the account, unless it is that of the only admin, who reads what to do', () => {
  const advice = 'Make somebody else an admin first'
  expect(render(false)).toContain('Delete my account')
  expect(render(false)).not.toContain(advice)
  expect(render(true)).not.toContain('Delete my account')
  expect(render(true)).toContain(advice)
  expect(render(true)).toContain('href="/moderation/students"')
  expect(render(true)).toContain('Download my data')
})
