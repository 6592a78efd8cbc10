import { describe, expect, it } from 'vitest'
import { nextMenuIndex } from './menu.tsx'

describe('nextMenuIndex', () => {
  it('moves down and up one item and wraps at both ends', () => {
    expect(nextMenuIndex('ArrowDown', 0, 3)).toBe(1)
    expect(nextMenuIndex('ArrowDown', 2, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', 1, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', 0, 3)).toBe(2)
  })

  it('starts at the first item with ArrowDown and at the last with ArrowUp', () => {
    expect(nextMenuIndex('ArrowDown', -1, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', -1, 3)).toBe(2)
  })

  it('jumps to the ends with Home and End', () => {
    expect(nextMenuIndex('Home', 2, 3)).toBe(0)
    expect(nextMenuIndex('End', 0, 3)).toBe(2)
  })

  it('is undefined for other keys and for a menu without items', () => {
    expect(nextMenuIndex('a', 0, 3)).toBeUndefined()
    expect(nextMenuIndex('ArrowDown', -1, 0)).toBeUndefined()
  })
})
