import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { EarlierDuplicate } from '#contract/duplicates.ts'
import { App } from '../../app.tsx'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'

const earlier: EarlierDuplicate = {
  category: 'misc',
  id: 1,
  title: 'Desk lamp',
  price: '$25',
  status: 'available',
  posted_at: '2026-11-02T17:00:00.000Z',
  can_renew: true,
  photo: { url: '/uploads/a.webp', width: 800, height: 600, preview: 'data:,' },
}

function readDialog(changes: Partial<EarlierDuplicate> = {}) {
  const html = renderToString(
    <App
      api={createApi(async () => Response.json({}))}
      queryClient={createQueryClient()}
      audience="students"
      today="2026-11-15"
    >
      <DuplicateDialog
        open
        earlier={{ ...earlier, ...changes }}
        onRenewed={() => {}}
        onPostAnyway={() => {}}
        onClose={() => {}}
      />
    </App>,
  )
  const text = html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')
  const link = html.match(/<a href="([^"]+)" target="_blank"/)?.[1]
  return { text: text.replaceAll(/\s/g, ' '), link, hasPhoto: html.includes('<img') }
}

it('shows the earlier one, and offers to renew it', () => {
  const { text, link, hasPhoto } = readDialog()
  expect(text).toContain('|Desk lamp|')
  expect(link).toBe('/misc/1')
  expect(text).toContain('|$25| · |Available| · |Posted Nov 2|')
  expect(text).toContain('You&#x27;ll lose what you typed here.')
  expect(text).toContain('|Renew that one|Post anyway|')
  expect(hasPhoto).toBe(true)
  const ended = readDialog({ status: 'expired', posted_at: '2025-12-30T17:00:00.000Z' })
  expect(ended.text).toContain('|$25| · |Ended| · |Posted Dec 30, 2025|')
})

it('says why it cannot be renewed', () => {
  const { text, hasPhoto } = readDialog({ can_renew: false, photo: null })
  expect(text).toContain('Its dates have passed')
  expect(text).not.toMatch(/Renew|dropped/)
  expect(text).toContain('|Post anyway|')
  expect(hasPhoto).toBe(false)
})
