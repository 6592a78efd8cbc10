import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { WhySection } from './why-section.tsx'

stayOnBuiltInCampus()

it('names the universities of the campus, and what is removed', () => {
  const html = renderToStaticMarkup(<WhySection />)
  expect(html).toContain('Every account uses a Waterloo or Laurier email.')
  expect(html).toContain('We remove duplicates and repeat spammers.')
})
