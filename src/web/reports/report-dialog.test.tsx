import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { ReportForm, type ReportSubject } from './report-dialog.tsx'

function renderForm(subject: Pick<ReportSubject, 'thing' | 'reason'>) {
  return renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <ReportForm
          id="form"
          {...subject}
          path="/"
          onBusy={() => undefined}
          onSent={() => undefined}
        />
      </MemoryRouter>
    </App>,
  )
}

const reasonsOf = (thing: ReportSubject['thing']) =>
  [...renderForm({ thing }).matchAll(/<input[^>]*value="([^"]+)"/g)].map(([, value]) => value)

it('begins with the reason of a warning, and without one otherwise', () => {
  const chosen = (reason?: 'scam') =>
    [...renderForm({ thing: 'conversation', ...(reason && { reason }) }).matchAll(/<input[^>]*>/g)]
      .map(([input]) => input)
      .filter((input) => input.includes('checked=""'))
  expect(chosen()).toEqual([])
  expect(chosen('scam')).toEqual([expect.stringContaining('value="scam"')])
})

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
