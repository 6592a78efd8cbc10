import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { App } from '../app.tsx'
import { appealQuery } from '../mail-links/mail-link.tsx'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { Component } from './appeal.tsx'

const api = createApi(async () => Response.json({}))

function renderPage(link: object, url = '/appeal?token=abc') {
  const queryClient = createQueryClient()
  queryClient.setQueryData(appealQuery(api, 'abc').queryKey, link as never)
  return renderToString(
    <App api={api} queryClient={queryClient} audience="visitors" today="2026-11-15">
      <MemoryRouter initialEntries={[url]}>
        <Component />
      </MemoryRouter>
    </App>,
  )
}

const open = {
  action: 'remove',
  reason: 'scam',
  note: 'It asks for <b>gift cards</b>.',
  decidedAt: '2026-11-02T15:00:00.000Z',
  listingTitle: 'Bike',
  expiresAt: '2026-11-22T15:00:00.000Z',
  state: 'open',
  answer: null,
}

it('has a plain form with the token while one can appeal', () => {
  const html = renderPage(open)
  expect(html).toMatch(/<form [^>]*action="\/appeal" method="post"/)
  expect(html).toContain('<input type="hidden" name="token" value="abc"/>')
  const [area = ''] = /<textarea[^>]*>/.exec(html) ?? []
  for (const part of ['name="text"', 'required=""', 'maxLength="2000"'])
    expect(area).toContain(part)
  expect(html).toContain('The reason: Scam.')
  expect(html).toContain('It asks for &lt;b&gt;gift cards&lt;/b&gt;.')
})

it.each(['waiting', 'rejected', 'reversed', 'expired'])('has no form once it is %s', (state) => {
  const html = renderPage({ ...open, state, answer: 'We looked twice.' })
  expect(html).not.toContain('<form')
  expect(html).toContain('We looked twice.')
})

it('says what is wrong with the link', () => {
  const problem = 'This link is not known.'
  const html = renderPage({ problem, status: 404 })
  expect(html).toContain(problem)
  expect(html).toMatch(/<h1[^>]*>Nothing to appeal</)
  expect(html.match(new RegExp(`>${campus.contactEmail}<`, 'g'))).toHaveLength(1)
  expect(renderPage({}, '/appeal')).toContain('This link is incomplete.')
})
