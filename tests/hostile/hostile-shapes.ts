/** A text of about this length that makes a careless parser slow; each ends with what its repetition does not match. */
export type HostileShape = (length: number) => string

const repeat =
  (unit: string, start = '', end = 'x'): HostileShape =>
  (length) =>
    start + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + end

/** What `npm run bench -- hostile` sends to every field and parameter, and what the tests give to every parser. */
export const hostileShapes: Record<string, HostileShape> = {
  spaces: repeat(' ', '1', '1'),
  digits: repeat('1'),
  // Of two classes in turn: normalising has to put them in order.
  'combining marks': repeat('\u0301\u0323', 'a'),
  'Cyrillic letters': repeat('ж'),
  'opening brackets': repeat('['),
  dots: repeat('.', '1'),
  'at signs': repeat('a@'),
  'line breaks': repeat('\n', '1', '1'),
  emoji: repeat('👩‍🎓'),
  'backslashes and percent signs': repeat('\\%'),
  slashes: repeat('/', '/a'),
  'commas and hyphens': repeat('a-,', '$'),
}
