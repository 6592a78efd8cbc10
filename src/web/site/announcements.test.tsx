import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Audience } from '#contract/rendering.ts'
import { App } from '../app.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Announcements } from './announcements.tsx'

const toAll = { key: '1-1', text: 'Books & pens', link: null, isForUniversity: false }
const toStudents = { key: '2-3', text: 'Exams', link: '/rules', isForUniversity: true }

const render = (audience: Audience, announcements = [toStudents, toAll]) =>
  renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience={audience}
      today="2026-11-15"
      announcements={announcements}
    >
      <MemoryRouter>
        <Announcements mainId="main" />
      </MemoryRouter>
    </App>,
  )

it('renders announcements in a labelled region that is not printed, with a named button each', () => {
  const html = render('students')
  expect(html).toMatch(/^<section aria-label="Announcements" class="[^"]*print:hidden/)
  expect(html).toContain('Books &amp; pens')
  // The script before the first paint finds dismissed ones by this attribute.
  expect(html.match(/data-announcement="[^"]+"/g)).toEqual([
    'data-announcement="2-3"',
    'data-announcement="1-1"',
  ])
  const describedBy = Array.from(
    html.matchAll(/<(a|button) [^>]*aria-describedby="([^"]+)"/g),
    ([, tag, id]) => [tag, html.split(`id="${id}"`)[1]?.match(/>([^<]+)</)?.[1]],
  )
  expect(describedBy).toEqual([
    ['a', 'Exams'],
    ['button', 'Exams'],
    ['button', 'Books &amp; pens'],
  ])
})

it('shows nobody who is logged out what is for one university, and no region without any', () => {
  expect(render('visitors')).not.toContain('Exams')
  expect(render('visitors', [toStudents])).toBe('')
})
