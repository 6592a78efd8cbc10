import { afterEach, expect, it, vi } from 'vitest'
import { addOpenModal, getTopModal } from './open-modals.ts'

afterEach(() => vi.unstubAllGlobals())

it('a second modal leaves the page where the first has put it', () => {
  const style = { paddingRight: '' }
  const root = { clientWidth: 985, style }
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('window', { innerWidth: 1000 })
  const [first, second] = [{}, {}] as [HTMLElement, HTMLElement]
  const closeFirst = addOpenModal(first)
  expect(style.paddingRight).toBe('15px')
  // The scrollbar is hidden.
  root.clientWidth = 1000
  const closeSecond = addOpenModal(second)
  expect(style.paddingRight).toBe('15px')
  expect(getTopModal()).toBe(second)
  closeSecond()
  expect(style.paddingRight).toBe('15px')
  expect(getTopModal()).toBe(first)
  closeFirst()
  expect(style.paddingRight).toBe('')
  expect(getTopModal()).toBeUndefined()
})
