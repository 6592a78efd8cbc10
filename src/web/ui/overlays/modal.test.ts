import { afterEach, expect, it, vi } from 'vitest'
import { addOpenModal, openModals } from './modal.tsx'

afterEach(() => vi.unstubAllGlobals())

const topModal = () => openModals.get().at(-1)

it('a second modal leaves the page where the first has put it', () => {
  const style = { paddingRight: '' }
  const root = { clientWidth: 985, style }
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('window', { innerWidth: 1000 })
  const [first, second] = [{}, {}] as [HTMLElement, HTMLElement]
  const closeFirst = addOpenModal(first)
  expect(style.paddingRight).toBe('15px')
  // The scrollbar is hidden by now.
  root.clientWidth = 1000
  const closeSecond = addOpenModal(second)
  expect(style.paddingRight).toBe('15px')
  expect(topModal()).toBe(second)
  closeSecond()
  expect(style.paddingRight).toBe('15px')
  expect(topModal()).toBe(first)
  closeFirst()
  expect(style.paddingRight).toBe('')
  expect(topModal()).toBeUndefined()
})
