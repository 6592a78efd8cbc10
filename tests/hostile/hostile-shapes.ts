/**
 * Makes a text of about this length that slows a careless parser down. It ends with something that the repetition does not
 * match.
 */
export type HostileShape = (length: number) => string

const repeat =
  (unit: string, start = '', end = 'x'): HostileShape =>
  (length) =>
    start + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + end

/** The texts that `npm run bench -- hostile` sends to every field and parameter, and that the tests give to every parser. */
export const hostileShapes: Record<string, HostileShape> = {
  spaces: repeat(' ', '1', '1'),
  digits: repeat('1'),
  // The marks alternate between two classes, so that normalising has to sort them.
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

/** Texts that careless parsers of Markdown read again and again. */
export const hostileMarkdown: Record<string, HostileShape> = {
  'nested quotations': repeat('> '),
  'nested lists': repeat('- '),
  'open emphasis': repeat('*a '),
  'closed emphasis': repeat('*a**b'),
  'links in links': repeat('[a](', ''),
  'closing brackets': repeat('](', '['),
  autolinks: repeat('<https:a'),
  backticks: repeat('`a``b'),
  'half entities': repeat('&#'),
  placeholders: repeat('{brand}'),
  headings: repeat('# a\n'),
  'a heading with a gap': (length) => `# a${' '.repeat(Math.max(0, length - 4))}b`,
  'items of a list': repeat('- a\n'),
}

/** Texts that careless parsers of addresses and of words with gaps read again and again. */
export const hostileLinks: Record<string, HostileShape> = {
  'a long word after an address': repeat('a', 'a.b ', ''),
  'parts of a host': repeat('a.', '', '@'),
  'hyphens of a host': repeat('a-', 'https://'),
  'short addresses': repeat('bit.ly/x '),
  'users before a host': repeat('a@', 'https://'),
  'schemes without a space': repeat('https://'),
  'single letters': repeat('e '),
  'single letters with dots': repeat('e.'),
  'half a word': repeat('e trans '),
  'letters and digits': repeat('c0'),
  'spelled-out dots': repeat('a [dot] '),
  'open brackets and spaces': repeat(' [ '),
  'punycode labels': repeat('xn--a.'),
}
