import { describe, expect, it } from 'vitest'
import { nextMenuIndex } from './menu-keys.ts'

describe('keys in a menu', () => {
  it('moves down and up one item, round both ends', () => {
    expect(nextMenuIndex('ArrowDown', 0, 3)).toBe(1)
    expect(nextMenuIndex('ArrowDown', 2, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', 1, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', 0, 3)).toBe(2)
  })

  it('enters from the button at the first item going down and at the last going up', () => {
    expect(nextMenuIndex('ArrowDown', -1, 3)).toBe(0)
    expect(nextMenuIndex('ArrowUp', -1, 3)).toBe(2)
  })

  it('jumps to the ends with Home and End', () => {
    expect(nextMenuIndex('Home', 2, 3)).toBe(0)
    expect(nextMenuIndex('End', 0, 3)).toBe(2)
  })

  it('leaves other keys, and a menu without items, alone', () => {
    expect(nextMenuIndex('a', 0, 3)).toBeUndefined()
    expect(nextMenuIndex('ArrowDown', -1, 0)).toBeUndefined()
  })
})
