import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { LogEntry } from '#contract/moderation.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { Today } from '../../queries/use-today.ts'
import { LogEntryView } from './log-entry-view.tsx'

stayOnBuiltInCampus()

const entry: LogEntry = {
  id: 5,
  createdAt: '2026-11-15T19:05:00.000Z',
  action: 'remove',
  actor: { id: 1, name: 'Sam R.' },
  student: { id: 7, name: 'Ada L.' },
  listing: { category: 'misc', id: 3, title: 'Desk lamp' },
  reason: 'scam',
  days: null,
  role: null,
  note: null,
  signal: null,
  undoesId: null,
  undoneBy: null,
  togetherId: null,
  canUndo: true,
}

function render(changes: Partial<LogEntry>, onUndo?: () => void) {
  const html = renderToString(
    <Today value="2026-11-16">
      <MemoryRouter>
        <LogEntryView entry={{ ...entry, ...changes }} {...(onUndo && { onUndo })} />
      </MemoryRouter>
    </Today>,
  )
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const ofStudent = { listing: null, reason: null }

it('says who did what to which listing, when and why', () => {
  expect(render({})).toBe('Sam R. removed “Desk lamp” Nov 15, 2:05 pm · Scam')
  expect(render({ note: 'Asked for gift cards.' })).toContain('· Scam Asked for gift cards.')
})

it('says which signal was hidden or kept', () => {
  const signal = 'Asks $5; the middle of 9 lamps is $20.'
  expect(render({ action: 'hide_signal', reason: null, signal })).toBe(
    `Sam R. hid a signal on “Desk lamp” Nov 15, 2:05 pm “${signal}”`,
  )
})

it('names the student where it is about no listing', () => {
  expect(render({ ...ofStudent, action: 'suspend', days: 7 })).toBe(
    'Sam R. suspended Ada L. for 7 days Nov 15, 2:05 pm',
  )
  expect(render({ ...ofStudent, action: 'role', role: 'admin', actor: null })).toContain(
    'An operator made Ada L. an admin',
  )
  expect(render({ ...ofStudent, action: 'read_messages', canUndo: false })).toBe(
    'Sam R. read reported messages of Ada L. Nov 15, 2:05 pm',
  )
})

it('says what an admin looked up', () => {
  const actor = { id: 1, name: 'Eve R.' }
  expect(render({ ...ofStudent, actor, action: 'look_up' })).toContain(
    'Eve R. looked up the email address of Ada L.',
  )
  const search = { ...ofStudent, actor, action: 'search_students', student: null } as const
  expect(render({ ...search, note: at('ada') })).toBe(
    `Eve R. searched students and saw their email addresses Nov 15, 2:05 pm ${at('ada')}`,
  )
})

it('says which settings an admin changed, as long as that is known', () => {
  const actor = { id: 1, name: 'Eve R.' }
  const change = { ...ofStudent, actor, action: 'change_settings', student: null } as const
  expect(render({ ...change, note: 'terms, contact email' })).toBe(
    'Eve R. changed the campus settings: terms, contact email Nov 15, 2:05 pm',
  )
  expect(render({ ...change, note: null })).toBe(
    'Eve R. changed the campus settings Nov 15, 2:05 pm',
  )
})

it('says what Quad does by itself', () => {
  expect(render({ action: 'hide', actor: null })).toContain('Quad hid “Desk lamp” after reports')
  expect(render({ action: 'show', actor: null })).toContain('Quad showed “Desk lamp” again')
})

it('has words for listings that are gone', () => {
  const gone = { listing: { category: 'misc', id: 3, title: null } } as const
  expect(render(gone)).toContain('Sam R. removed listing #3')
})

it('has a button only for what can be undone', () => {
  const onUndo = () => undefined
  expect(render({}, onUndo)).toContain('Undo what Sam R. did')
  expect(render({})).not.toContain('Undo')
  expect(render({ canUndo: false, undoneBy: 6 }, onUndo)).not.toContain('Undo ')
  expect(render({ canUndo: false, undoneBy: 6 })).toContain('Undone')
})
