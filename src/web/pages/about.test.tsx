import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Component as About } from './about.tsx'

vi.mock('#campus-founders.ts', () => ({
  founderQuote: 'Hello.',
  founders: [
    {
      name: 'Ada Osei',
      studyField: 'Math',
      bio: 'Counts.',
      link: { label: 'LinkedIn', url: 'https://linkedin.example/ada' },
    },
    { name: 'Founder Two', studyField: 'Art', bio: 'Draws.' },
  ],
}))

it('links a founder who has a page, and no other', () => {
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
