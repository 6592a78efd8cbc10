import type { SeededRandom } from './seeded-random.ts'

export const splitWords = (text: string): string[] => text.trim().split(/\s+/)

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const syllables =
  splitWords(`ba ren dor mi kal ven to sha lin gre mor hal win ste far quo zel ti ran dun bro
  sto ker van lem pro cas wil ne fer`)

/** Generates a family name. A few names are common, most are rare. */
export function generateSurname({ rank, pick }: SeededRandom): string {
  let number = rank(500_000) + syllables.length
  let name = ''
  while (number > 0) {
    name += syllables[number % syllables.length]
    number = Math.floor(number / syllables.length)
  }
  return capitalize(name) + pick(['', '', 'son', 'ton', 's'])
}
