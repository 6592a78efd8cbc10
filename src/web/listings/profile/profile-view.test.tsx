import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { App } from '../../app.tsx'
import { BlockStudent } from '../../messages/block-student.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import type { Profile } from './profile-query.ts'
import { ProfileView } from './profile-view.tsx'

const profile: Profile = {
  id: 3,
  name: 'Sofia R.',
  university: 'Wilfrid Laurier University',
  memberSince: '2026-09',
  confirmed: null,
  sold: 0,
  listings: [],
}

/** Returns the text of the page, without tags. */
function textOf(changes: Partial<Profile>, isOwn = false): string {
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="visitors"
      today="2026-11-15"
    >
      <MemoryRouter>
        <ProfileView
          profile={{ ...profile, ...changes }}
          isOwn={isOwn}
          BlockStudent={BlockStudent}
        />
      </MemoryRouter>
    </App>,
  )
  return html.replaceAll('<!-- -->', '').replaceAll(/<[^>]*>/g, ' ')
}

it('says where a student is from and since when', () => {
  expect(textOf({})).toContain('Sofia R.')
  expect(textOf({})).toMatch(/Wilfrid Laurier University +Member since Sep 2026 /)
  expect(textOf({ university: null })).not.toContain('University')
})

it('leads back to the home page', () => {
  expect(textOf({})).toMatch(/^ +Home +Sofia R\. /)
})

it('says how much was sold, if anything', () => {
  expect(textOf({ sold: 1200 })).toMatch(/ 1,200 sold +Member since Sep 2026 /)
  expect(textOf({})).not.toContain('sold')
})

it('says when the email was confirmed, and nothing if it never was', () => {
  const confirmed = { month: '2026-11', isCurrent: true }
  expect(textOf({ confirmed })).toContain('University email confirmed · Nov 2026')
  expect(textOf({ confirmed: { month: '2025-11', isCurrent: false } })).toContain(
    'University email last confirmed Nov 2025',
  )
  expect(textOf({})).not.toContain('confirmed')
})

it('says first what makes the student trustworthy', () => {
  const confirmed = { month: '2026-11', isCurrent: true }
  expect(textOf({ confirmed, sold: 3 })).toMatch(
    /Sofia R\. +University email confirmed · Nov 2026 +Wilfrid Laurier University +3 sold +Member since Sep 2026 +Report or block/,
  )
})

it('says so if nothing is listed, and what to do next', () => {
  expect(textOf({})).toContain('Nothing listed right now')
  expect(textOf({})).toContain('See what other students have listed')
  expect(textOf({}, true)).toContain('Add a listing')
})

it('lets others report the student', () => {
  expect(textOf({})).toMatch(/Report or block +Report this student/)
  expect(textOf({}, true)).not.toContain('Report')
})
