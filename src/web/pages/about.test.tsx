import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { changeCampus } from '#tests/support/campus.ts'
import { Component as About } from './about.tsx'

it('links a founder who has a page, and no other', () => {
  const link = { label: 'LinkedIn', url: 'https://linkedin.example/ada' }
  const ada = { name: 'Ada Osei', studyField: 'Math', bio: 'Counts.', link }
  const other = { name: 'Founder Two', studyField: 'Art', bio: 'Draws.' }
  changeCampus({ founderQuote: 'Hello.', founders: [ada, other] })
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <About />
    </MemoryRouter>,
  )
  const cards = html.split('<h3').slice(1)
  expect(cards.map((card) => card.slice(0, card.indexOf('</li>')).includes('<a '))).toEqual([
    true,
    false,
  ])
  expect(cards[0]).toContain('href="https://linkedin.example/ada"')
})
