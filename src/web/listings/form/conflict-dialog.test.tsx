import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { toFormValues } from './form-values.ts'

stayOnBuiltInCampus()

const category = categoryById.rental

it('shows both versions in the words of the form', () => {
  const mine = {
    has_cooking: true,
    no_smoking: null,
    cost: 1720,
    minutes: { laurier: { walk: 15, bus: 5 } },
    date_available: '2026-12-05',
    photos: ['/uploads/a.webp'],
  }
  const newer = {
    has_cooking: false,
    no_smoking: true,
    cost: 720.55,
    minutes: {},
    date_available: '2027-01-05',
    photos: [],
    house_type: 'Basement',
  }
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <ConflictDialog
        open
        category={category}
        fields={[...Object.keys(newer), 'title']}
        mine={toFormValues(category, { ...mine, title: ' ' })}
        newer={toFormValues(category, { ...newer, title: 'Room' })}
        onAnswer={() => {}}
      />
    </App>,
  )
  const text = html.replaceAll('<!-- -->', '').replaceAll(/(<[^>]+>)+/g, '|')
  expect(text).toContain(
    'You also saved this rental in another tab or on another device. That version says:',
  )
  for (const [label, yours, other] of [
    ['Kitchen', 'Yes', 'No'],
    ['Smoking', 'Not stated', 'Not allowed'],
    ['Cost', '$1,720', '$720.55'],
    ['Date available', 'Dec 5', 'Jan 5, 2027'],
    ['Photos', '1 photo', '0 photos'],
    ['House type', 'Not stated', 'Basement'],
    ['Title', 'Empty', 'Room'],
    ['How far is it?', 'Laurier: under 15 min walk, under 5 min by bus', 'Not stated'],
  ]) {
    expect(text).toContain(`|${label}|Yours|${yours}|The other version|${other}|`)
  }
  expect(text).toContain('|Keep what I typed|Use the other version|')
})
