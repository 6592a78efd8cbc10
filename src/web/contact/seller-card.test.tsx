import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { SellerCard } from './seller-card.tsx'

const render = (props: { email?: string; placeholder?: string }) =>
  renderToString(
    <MemoryRouter>
      <SellerCard seller={{ id: 7, name: 'Ada Lovelace' }} {...props} />
    </MemoryRouter>,
  )

it('has a dash for the address of those who may not ask for it, and keeps no place for one', () => {
  expect(render({})).toContain('Email: —')
  expect(render({})).not.toContain('min-h')
})

it('keeps the place of an address that is on its way', () => {
  expect(render({ placeholder: '' })).toContain('min-h')
  expect(render({ placeholder: '' })).not.toContain('—')
})
