import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { CaseReport, ListingCase } from '#contract/moderation.ts'
import { RenderedOn } from '../use-today.ts'
import { CaseReports } from './case-facts.tsx'
import { ReportList } from './report-list.tsx'

const report: CaseReport = {
  ...{ id: 1, reason: 'scam', note: '', createdAt: '2026-11-16T14:00:00.000Z', weight: 1 },
  ...{ isOpen: true, outcome: null, thread: null },
  reporter: { id: 3, name: 'Cam L.', memberSince: '2024-09', reports: 1, upheld: 0, rejected: 0 },
}

function render(changes: Partial<ListingCase>) {
  const found = { reports: [report], appeals: [], log: [], editedAt: null, ...changes }
  return renderToString(
    <RenderedOn value="2026-11-16">
      <MemoryRouter>
        <CaseReports found={found as unknown as ListingCase} />
      </MemoryRouter>
    </RenderedOn>,
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
