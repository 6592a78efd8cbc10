import leven from 'leven'
import { describe, expect, it, vi } from 'vitest'
import { createTitleComparison, titleLikeness, toComparableTitle } from './compare-titles.ts'

vi.mock('leven', async (importOriginal) => {
  const original = await importOriginal<{ default: typeof leven }>()
  return { default: vi.fn(original.default) }
})

const likeness = (one: string, other: string) =>
  titleLikeness(toComparableTitle(one), toComparableTitle(other))

describe('titles', () => {
  it.each([
    ['Desk lamp', 'Desk lamp', 1],
    ['Desk lamp', '  DESK  lamp!! ', 1],
    ['Mini-fridge', 'mini fridge', 1],
    ["Ada's lamp", 'Ada’s lamp', 1],
    ['ＭＡＴＨ １３５ notes', 'MATH 135 notes', 1],
    ['台灯', '台灯', 1],
    ['🚲', '🚲', 1],
    ['Wooden desk, like new', 'Wooden desk - like new', 1],
    ['Ikea desk', 'Ikeas desk', 0.9],
    ['Sunny room near campus', 'Sunny rooom near campus', 1 - 1 / 23],
    ['Calculus: Early Transcendentals', 'Calculus Early Transcendental', 1 - 1 / 30],
    ['Two wooden chairs and a table', 'Two wooden chairs and a tabel', 1 - 2 / 29],
    // Short words and emoji don't tell things apart.
    ['A desk lamp, brand new', 'Desk lamp, brand new', 1 - 2 / 21],
    ['Bright room close to UW campus', 'Bright room close by UW campus', 1 - 2 / 30],
    ['Sunny room in a house on King', 'Sunny room at a house on King', 1 - 2 / 29],
    ['Textbooks I used in first year', 'Textbooks used in first year', 1 - 2 / 30],
    ['Desk lamp', '✨ Desk lamp 🛋️', 1],
    ['City bike', '🚴🏽‍♀️ City bike', 1],
    ['Grey t-shirt with a logo', 'Gray t-shirt with a logo', 1 - 1 / 24],
    ['Calculus, volume A, hardcover', 'Calculus (volume A), hardcover', 1],
  ])('%s and %s are alike to %d', (one, other, expected) => {
    expect(likeness(one, other)).toBeCloseTo(expected, 10)
    expect(likeness(other, one)).toBeCloseTo(expected, 10)
  })

  it.each([
    // One letter of nine is more than a tenth of the title.
    ['Desk lamp', 'Desk lamb'],
    ['Desk lamp', 'Desk'],
    ['Desk lamp', 'Floor lamp'],
    ['Black office chair', 'White office chair'],
    // These titles differ in numbers, volumes or sizes.
    ['Calculus 1', 'Calculus 2'],
    ['MATH 135 course notes', 'MATH 137 course notes'],
    ['Introduction to Psychology 3rd edition', 'Introduction to Psychology 4th edition'],
    ['Organic Chemistry I, hardcover', 'Organic Chemistry II, hardcover'],
    ['Organic Chemistry II, hardcover', 'Organic Chemistry III, hardcover'],
    ['Organic Chemistry I, hardcover', 'Organic Chemistry, hardcover'],
    ['Introduction to Chemistry', 'Introduction to Chemistry I'],
    ['World history, part XIX, hardcover', 'World history, part XX, hardcover'],
    ['Norton Anthology, volume A', 'Norton Anthology, volume B'],
    ['Norton Anthology (volume A), used', 'Norton Anthology (volume B), used'],
    ['Workbook part B - hardly used', 'Workbook part C - hardly used'],
    ['Waterloo hoodie, size S', 'Waterloo hoodie, size M'],
    ['Waterloo hoodie, size XL', 'Waterloo hoodie, size XXL'],
    ['Room 1 of 5 in a house on King', 'Room 2 of 5 in a house on King'],
    ['Waterloo hoodie, XS, hardly worn', 'Waterloo hoodie, S, hardly worn'],
    ['Medium box, M as in moving boxes', 'Medium box, L as in moving boxes'],
    ['A first course in programming: C', 'A first course in programming: C#'],
    ['Learn C++ in a month, hardcover', 'Learn C in a month, hardcover'],
    ['Phone case for an iPhone 14', 'Phone case for an iPhone 14 Pro'],
    ['Cable, 1.5 m', 'Cable, 15 m'],
    // These titles have no letter to compare.
    ['???', '!!!'],
    ['🚲', '🛋️'],
  ])('%s and %s are not', (one, other) => {
    expect(likeness(one, other)).toBe(0)
    expect(likeness(other, one)).toBe(0)
  })

  it('with the same letters in another order are compared with some of them only', () => {
    const words = 'bed chair desk fridge kettle lamp mirror shelf sofa table'.split(' ')
    const title = toComparableTitle(words.join(' '))
    const anagrams = Array.from({ length: 100 }, (_, index) => {
      const moved = words.toSpliced(index % 10, 1)
      return moved.toSpliced(Math.floor(index / 10), 0, words[index % 10] ?? '').join(' ')
    })
    const others = anagrams.map(toComparableTitle).filter(({ text }) => text !== title.text)
    const compare = createTitleComparison(title)
    vi.mocked(leven).mockClear()
    for (const other of others) compare(other)
    expect(others.length).toBeGreaterThan(80)
    expect(leven).toHaveBeenCalledTimes(20)
    expect(compare(toComparableTitle('Something else'))).toBe(0)
    expect(compare(title)).toBe(1)
    expect(leven).toHaveBeenCalledTimes(20)
  })
})
