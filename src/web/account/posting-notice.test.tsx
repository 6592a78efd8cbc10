import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { mayNotPostMessage } from '#contract/account-rules.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { App } from '../app.tsx'
import { OwnerActions } from '../listings/detail/owner-actions.tsx'
import { Component as Sell } from '../pages/sell.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'

const listing = sampleListing('misc', { id: 5 })

/** Renders the page that asks what to post, and the owner's part of a listing's page. */
function render(student: object) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, {
    id: listing.seller.id,
    suspension: null,
    mayPost: true,
    ...student,
  })
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={queryClient}
      audience="students"
      today="2026-11-15"
    >
      <MemoryRouter>
        <Sell />
        <OwnerActions listing={listing} />
      </MemoryRouter>
    </App>,
  )
  return html.replaceAll('&#x27;', "'")
}

const message =
  "You're suspended until Nov 22, 2026. You can't post, report or start conversations, but you can reply in the ones you have."

it.each([
  [message, { suspension: { until: '2026-11-22T12:00:00.000Z', message } }],
  [mayNotPostMessage, { mayPost: false }],
  [
    'Hidden for now.',
    { pause: { canDelete: false, message: 'Hidden for now.', deletionAt: null } },
  ],
])('"%s" is there instead of links to forms', (refusal, student) => {
  const html = render(student)
  expect(html).toContain(refusal)
  expect(html).not.toContain('/create')
})

it('lets a student keep an account that will be deleted', () => {
  const pause = {
    canDelete: true,
    message: 'Deleted soon.',
    deletionAt: '2026-11-29T12:00:00.000Z',
  }
  expect(render({ pause })).toContain('Keep my account')
  expect(render({ pause: { ...pause, canDelete: false, deletionAt: null } })).not.toContain(
    'Keep my',
  )
})

it('is not there for others', () => {
  const html = render({})
  expect(html).not.toContain('callout')
  expect(html).toContain('href="/misc/create"')
  expect(html).toContain('href="/misc/create?id=5"')
})
