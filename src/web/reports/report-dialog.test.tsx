import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { ReportForm, type ReportSubject } from './report-dialog.tsx'

function reasonsOf(thing: ReportSubject['thing']) {
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <ReportForm
          id="form"
          thing={thing}
          path="/"
          onBusy={() => undefined}
          onSent={() => undefined}
        />
      </MemoryRouter>
    </App>,
  )
  return [...html.matchAll(/<input[^>]*value="([^"]+)"/g)].map(([, value]) => value)
}

it.each([
  ['listing', 9, 'scam'],
  ['student', 6, 'scam'],
  ['conversation', 6, 'harassment'],
] as const)('of a %s there are %i reasons, first %s', (thing, count, first) => {
  const reasons = reasonsOf(thing)
  expect(new Set(reasons).size).toBe(count)
  expect(reasons[0]).toBe(first)
  expect(reasons.at(-1)).toBe('other')
})
