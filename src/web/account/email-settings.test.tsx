import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OwnAccount } from '#contract/own-account.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { ApiContext, createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { EmailSettings } from './email-settings.tsx'

stayOnBuiltInCampus()

const settings = {
  showsEmail: true,
  mailReminders: true,
  mailSaved: true,
  mailFavourites: false,
  mailWeekly: true,
} as const

function render(changes: Partial<OwnAccount> & Pick<OwnAccount, 'unread' | 'mailMessages'>) {
  return renderToString(
    <ApiContext value={createApi(async () => Response.json({}))}>
      <QueryClientProvider client={createQueryClient()}>
        <EmailSettings account={{ ...settings, ...changes } as OwnAccount} />
      </QueryClientProvider>
    </ApiContext>,
  )
}

const chosen = (html: string) => html.match(/<input[^>]* checked="" value="(\w+)"/)?.[1]

it.each([
  ['soon', '5 minutes. From 10 pm to 8 am, emails wait'],
  ['daily', 'at 8 am, if'],
  ['off', 'see new messages when you open Quad.'],
] as const)('says when we email about unread messages: %s', (mailMessages, help) => {
  const html = render({ unread: 0, mailMessages })
  expect(chosen(html)).toBe(mailMessages)
  expect(html).toContain(help)
  // A press before JavaScript loads would be lost.
  expect(html).toContain('<fieldset disabled=""')
})

it('does not mention messages where the site has none', () => {
  const html = render({ unread: null, mailMessages: 'soon' })
  expect(html).not.toMatch(/message/)
  expect(html).toContain('If this is off, buyers can&#x27;t contact you')
  expect(render({ unread: 0, mailMessages: 'soon' })).toContain(
    'buyers can only message you on Quad',
  )
})

it('says that mail about favourites depends on the setting above it', () => {
  const unread = { unread: null, mailMessages: 'soon' } as const
  const needed = 'Only while “Email me about new matches” is on.'
  expect(render(unread)).toContain('When a favourite drops in price')
  expect(render(unread)).not.toContain(needed)
  expect(render({ ...unread, mailSaved: false })).toContain(needed)
})

it('offers the weekly email to admins only', () => {
  const page = (role: OwnAccount['role']) => render({ unread: 0, mailMessages: 'soon', role })
  expect(page('admin')).toContain('Weekly email for admins')
  for (const role of ['student', 'moderator'] as const) {
    expect(page(role)).not.toContain('Weekly email')
  }
})
