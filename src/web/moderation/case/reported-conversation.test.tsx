import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { ApiContext, createApi } from '../../queries/api.ts'
import { Today } from '../../queries/use-today.ts'
import { Messages, ReportedConversation } from './reported-conversation.tsx'

stayOnBuiltInCampus()

function render(children: ReactNode) {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ApiContext value={createApi(fetch)}>
        <Today value="2026-11-16">{children}</Today>
      </ApiContext>
    </QueryClientProvider>,
  )
  return html.replace(/<!-- -->/g, '')
}

const title = 'Desk <b>lamp</b>'

it('offers to read the conversation, and says that it is logged', () => {
  const html = render(<ReportedConversation reportId={1} thread={{ title, whyNotRead: null }} />)
  expect(html).toContain('About a conversation on “Desk &lt;b&gt;lamp&lt;/b&gt;”')
  expect(html).toContain('Show the conversation')
  expect(html).toContain('The log will say that you read them.')
})

it('offers nothing to who may not read it, and says why', () => {
  const whyNotRead = 'This report is decided, so nobody can read it any more.'
  const html = render(<ReportedConversation reportId={1} thread={{ title, whyNotRead }} />)
  expect(html).not.toContain('<button')
  expect(html).toContain(whyNotRead)
})

it('tells several conversations apart, also to who cannot see them', () => {
  const html = render(
    <>
      <ReportedConversation reportId={1} thread={{ title: 'Lamp', whyNotRead: null }} />
      <ReportedConversation reportId={2} thread={{ title: '', whyNotRead: null }} />
    </>,
  )
  const descriptions = [...html.matchAll(/<button[^>]* aria-describedby="([^"]+)"/g)].map(
    ([, id]) => html.match(new RegExp(`<p id="${id}"[^>]*>([^<]*)`))?.[1],
  )
  expect(descriptions).toEqual([
    'About a conversation on “Lamp”',
    'About a conversation on a listing that was removed',
  ])
})

it('shows messages as text, with the hosts of links as students see them, and who wrote them', () => {
  const message = {
    ...{ id: 1, name: 'Ada L.', isFromReporter: false },
    body: 'See https://evil.example <img src=x onerror=alert(1)>',
    createdAt: '2026-11-15T19:05:00.000Z',
  }
  const reply = { ...message, id: 2, name: 'Bob L.', isFromReporter: true, body: 'No.' }
  const html = render(<Messages messages={[message, reply]} describedBy="heading" />)
  expect(html).toContain('See <bdi dir="ltr">https://<b>evil.example</b></bdi> &lt;img')
  expect(html).not.toContain('<a ')
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Ada L. Reported Nov 15, 2:05 pm See')
  expect(text).toContain('Bob L. Reporter Nov 15, 2:05 pm No.')
})
