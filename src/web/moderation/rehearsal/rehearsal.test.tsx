import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { reasonsFor } from '#contract/decision-reasons.ts'
import { type Api, ApiContext } from '../../queries/api.ts'
import { Today } from '../../queries/use-today.ts'
import { SessionProvider } from '../../session/session.tsx'
import { CaseHistory, CaseReports } from '../case/case-facts.tsx'
import { isAboutStudent } from '../case/case-state.ts'
import { ReportedListing } from '../case/listing-case-view.tsx'
import { agrees, rehearsalCases } from './rehearsal-cases.ts'
import { feedbackText, RehearsalView, resultText } from './rehearsal-view.tsx'

const today = '2026-11-18'
const cases = rehearsalCases(today)

/** Rendering must not call the API: there is none here. */
const render = (content: React.ReactNode) =>
  renderToString(
    <ApiContext value={{} as Api}>
      <QueryClientProvider client={new QueryClient()}>
        <Today value={today}>
          <SessionProvider audience="students">
            <MemoryRouter>{content}</MemoryRouter>
          </SessionProvider>
        </Today>
      </QueryClientProvider>
    </ApiContext>,
  ).replaceAll('<!-- -->', '')

describe('the rehearsal', () => {
  it('has ten cases of different kinds, each with a model answer that can be given', () => {
    expect(cases).toHaveLength(10)
    const reasons = new Set(cases.flatMap(({ model }) => model.reasons))
    expect(reasons.size).toBeGreaterThanOrEqual(7)
    const actions = new Set(cases.map(({ model }) => model.actions[0]))
    expect([...actions].toSorted()).toEqual(['ask_to_edit', 'keep', 'remove', 'suspend'])
    for (const { found, model } of cases) {
      const [action = 'keep'] = model.actions
      expect(found.allowedActions).toContain(action)
      const allowed = reasonsFor(action, isAboutStudent(action) ? 'student' : 'listing')
      expect(allowed).toEqual(expect.arrayContaining([...model.reasons]))
      expect(agrees(model, { action, reason: model.reasons[0] ?? 'other' })).toBe(true)
      expect(model.explanation.length).toBeGreaterThan(80)
    }
  })

  it.each(cases.map(({ found }) => [found.listing.title, found] as const))(
    'shows “%s” with the components of a real case, and names nobody real',
    (title, found) => {
      const html = render(
        <>
          <CaseReports found={found} onUndo={() => undefined} />
          <ReportedListing listing={found.listing} />
          <CaseHistory found={found} onAsk={() => undefined} onUndo={() => undefined} />
        </>,
      )
      expect(html).toContain(found.student.name)
      // Every id in a link is 0, which no row of the database has.
      const ids = Array.from(html.matchAll(/href="[^"]*\/(\d+)"/g), ([, id]) => id)
      expect(new Set(ids), title).toEqual(new Set(['0']))
    },
  )

  it('says that nothing is recorded, and starts with the first case', () => {
    const html = render(<RehearsalView />)
    expect(html).toContain('nothing is recorded')
    expect(html).toContain(`Case 1 of 10: ${cases[0]?.found.listing.title}`)
  })

  it('compares each decision with the model answer, and counts those that agree', () => {
    const [first, second] = cases
    if (!first || !second) throw new Error('There are no cases.')
    const right = { action: 'remove', reason: 'scam' } as const
    expect(feedbackText(right, first.model)).toBe('We would decide the same.')
    expect(feedbackText({ ...right, reason: 'other' }, first.model)).toBe(
      '“Remove” is right. A better reason is “Scam”.',
    )
    expect(feedbackText(right, second.model)).toBe(
      "We'd choose “Keep”. Reason: “Within the rules”.",
    )
    expect(resultText(cases, [right, right])).toBe('You matched our decision in 1 of 10 cases.')
  })
})
