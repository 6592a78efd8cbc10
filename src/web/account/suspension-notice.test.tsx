import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { SuspensionNotice } from './suspension-notice.tsx'

function render(suspension: object | null) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 1, suspension })
  return renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={queryClient}
      audience="students"
      today="2026-11-15"
    >
      <SuspensionNotice className="mt-5" />
    </App>,
  )
}

it('tells a suspended student, and nobody else', () => {
  const message =
    "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have."
  expect(render({ until: '2026-11-22T12:00:00.000Z', message })).toContain(
    message.replaceAll("'", '&#x27;'),
  )
  expect(render(null)).not.toContain('callout')
})
