import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { CaseReport, LogEntry } from '#contract/moderation.ts'
import type { CaseSignal } from '#contract/signals.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Api, ApiContext } from '../../queries/api.ts'
import { Today } from '../../queries/use-today.ts'
import type { ListingCase } from '../moderation-queries.ts'
import { CaseReports } from './case-facts.tsx'
import { DeletedListings, ReportList } from './report-list.tsx'

stayOnBuiltInCampus()

const report: CaseReport = {
  ...{ id: 1, reason: 'scam', note: '', createdAt: '2026-11-16T14:00:00.000Z', weight: 1 },
  ...{ isOpen: true, outcome: null, thread: null },
  ...{ deletedListing: null, isFromEarlierAccount: false },
  reporter: { id: 3, name: 'Cam L.', memberSince: '2024-09', reports: 1, upheld: 0, rejected: 0 },
}

function render(changes: Partial<ListingCase>) {
  const none = { appeals: [], signals: [], log: [], editedAt: null }
  const found = { reports: [report], ...none, ...changes }
  return renderToString(
    <ApiContext value={{} as Api}>
      <QueryClientProvider client={new QueryClient()}>
        <Today value="2026-11-16">
          <MemoryRouter>
            <CaseReports found={found as unknown as ListingCase} onUndo={() => undefined} />
          </MemoryRouter>
        </Today>
      </QueryClientProvider>
    </ApiContext>,
  ).replace(/<!-- -->/g, '')
}

it('says beside the reports when the listing was edited after them', () => {
  expect(render({})).not.toContain('Edited')
  expect(render({ editedAt: '2026-11-16T15:04:00.000Z' })).toContain(
    'Edited Nov 16, 10:04 am, after it was reported.',
  )
})

it('links to a reporter whose account is still there', () => {
  expect(render({})).toContain('href="/moderation/students/3"')
  const reporter = { ...report.reporter, id: null, name: 'Deleted student', memberSince: null }
  const html = render({ reports: [{ ...report, reporter }] })
  expect(html).toContain('Deleted student')
  expect(html).not.toContain('href=')
})

it('says that nobody has reported a listing, or a student', () => {
  expect(render({ reports: [] })).toContain('Nobody has reported this.')
  const ofStudent = renderToString(<ReportList reports={[]} subject="them" />)
  expect(ofStudent.replace(/<!-- -->/g, '')).toContain('Nobody has reported them.')
})

const signal: CaseSignal = {
  ...{ kind: 'duplicate', id: 'duplicate 12', isGone: false, answer: null },
  ...{ sentence: 'Looks like “Desk lamp”.', advice: 'Keep one of them.' },
  facts: [
    { label: 'Titles alike', value: '95 %' },
    { label: 'The earlier one', value: 'Desk lamp', listing: { category: 'misc', id: 12 } },
  ],
}

const answer = {
  ...{ id: 5, note: 'They are two lamps.', createdAt: '2026-11-16T14:00:00.000Z' },
  ...{ decision: null, decisionId: null },
}

it('shows signals with their numbers, and leads to the other listing', () => {
  expect(render({})).toContain('No signals.')
  const html = render({ signals: [signal] })
  for (const part of [
    'Looks like “Desk lamp”.',
    'Keep one of them.',
    '<dt class="text-ink-2">Titles alike</dt>',
    '95 %',
    'href="/moderation/misc/12"',
  ]) {
    expect(html).toContain(part)
  }
  expect(html).not.toMatch(/No signals|Hide this signal|Disputed/)
})

it('asks for a decision on what the seller answered, also when the cause is gone', () => {
  const html = render({ signals: [{ ...signal, answer }] })
  for (const part of ['Disputed', 'They are two lamps.', 'Hide this signal', 'Keep it']) {
    expect(html).toContain(part)
  }
  expect(html).not.toContain('cause is gone')
  const gone = render({ signals: [{ ...signal, answer, facts: [], isGone: true }] })
  expect(gone).toContain('Its cause is gone, so it isn&#x27;t shown any more.')
  expect(gone).toContain('Keep it')
})

it('says what was decided on the answer, with a way to undo it', () => {
  const decided = { ...answer, decision: 'hidden' as const, decisionId: 9 }
  const entry = {
    ...{ id: 9, createdAt: '2026-11-16T15:00:00.000Z', action: 'hide_signal', canUndo: true },
    ...{ actor: { id: 1, name: 'Sam R.' }, student: { id: 7, name: 'Ada L.' } },
    listing: { category: 'misc', id: 3, title: 'Lamp' },
    ...{ reason: null, note: null, signal: signal.sentence, undoneBy: null },
  } as unknown as LogEntry
  const html = render({ signals: [{ ...signal, answer: decided }], log: [entry] })
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Hidden')
  expect(text).toContain('Sam R. hid a signal on “Lamp”')
  expect(text).toContain('Undo what Sam R. did')
  expect(text).not.toContain(`“${signal.sentence}”`)
  // The closed dialog is on the page, but the button is not.
  expect(text).not.toMatch(/Hide this signal(?!\?)/)
})

it('shows what a listing said that was deleted while it was reported', () => {
  const html = renderToString(
    <Today value="2026-11-16">
      <DeletedListings
        listings={[
          {
            ...{ id: 4, category: 'misc', title: 'Golden lamp', price: 20 },
            description: 'Pay first.\nNo visits.',
            deletedAt: '2026-11-16T15:04:00.000Z',
            editedAt: '2026-11-16T14:30:00.000Z',
          },
        ]}
      />
    </Today>,
  ).replace(/<!-- -->|<[^>]*>/g, ' ')
  for (const text of ['Golden lamp', '$20', 'deleted', '10:04 am', 'Pay first.\nNo visits.']) {
    expect(html).toContain(text)
  }
  expect(html).toContain('Edited Nov 16, 9:30 am, after it was reported')
})

it('says of a report what it was about before, and that it is of an earlier account', () => {
  const returned = {
    ...report,
    deletedListing: { id: 4, title: 'Golden lamp' },
    isFromEarlierAccount: true,
  }
  const html = renderToString(
    <Today value="2026-11-16">
      <MemoryRouter>
        <ReportList reports={[returned]} subject="them" />
      </MemoryRouter>
    </Today>,
  )
  expect(html).toContain('“Golden lamp”, which they deleted')
  expect(html).toContain('Earlier account')
})
