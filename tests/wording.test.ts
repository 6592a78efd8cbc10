import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { readSourceFiles } from './support/source-files.ts'

/** The words that texts for students must not use, each with the word to use instead. */
const rules: [forbidden: RegExp, instead: string][] = [
  [/\b(?:mails?|mailed)\b/i, 'email'],
  [/\bsign(?:ed|ing)?[ -]in\b/i, 'log in'],
  [/\b(?:to|please|then|must) login\b/i, 'log in'],
  [/\busers?\b(?!-agent)/i, 'student'],
  [/\bthe board\b/i, 'Quad, or listings'],
  [/[‘’]/, "'"],
  [/\bQuad\b/, 'the brand of campus.ts'],
]

/** A text for programs, which DECISIONS.md 4 quotes. */
const exceptions = ['Not signed in']

/** Finds the texts between tags, and strings of several words that begin like a sentence. */
function findTexts(path: string, code: string): string[] {
  const texts: string[] = []
  const notForStudents = new Set<unknown>()
  const addSentence = (node: unknown, text: string) => {
    if (/^[A-Z“].*\s|^Quad$/s.test(text) && !notForStudents.has(node)) texts.push(text)
  }
  const visitor = new Visitor({
    // Tagged templates are SQL.
    TaggedTemplateExpression: ({ quasi }) => {
      notForStudents.add(quasi)
    },
    // These properties belong to the API's description.
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && /^(?:summary|description)$/.test(key.name)) {
        notForStudents.add(value)
      }
    },
    JSXText: ({ value }) => texts.push(value),
    Literal: (node) => {
      if (typeof node.value === 'string') addSentence(node, node.value)
    },
    TemplateLiteral: (node) =>
      addSentence(node, node.quasis.map(({ value }) => value.raw).join('…')),
  })
  visitor.visit(parseSync(path, code).program)
  return texts.filter((text) => !exceptions.includes(text))
}

function findProblems(path: string, code: string): string[] {
  return findTexts(path, code).flatMap((text) =>
    rules
      .filter(([forbidden]) => forbidden.test(text))
      .map(([, instead]) => `${path}: "${text.trim()}" should say ${instead}`),
  )
}

describe('the words on the pages', () => {
  // The privacy page has its own words for what is stored, and so have messages to operators.
  const own =
    /\.test\.tsx?$|^src\/web\/pages\/(?:design|privacy)|^src\/server\/(?:(?:backup|database|files|startup|workers)\/|main\.ts)/

  it.each(['src/web', 'src/contract', 'src/categories', 'src/server'])(
    'are one for one thing in %s',
    (folder) => {
      const files = readSourceFiles(folder).filter(({ path }) => !own.test(path))
      expect(files.flatMap(({ path, text }) => findProblems(path, text))).toEqual([])
    },
  )

  it.each([
    ['<p>Your e-mail</p>', 1],
    ['<p>We mail you a code.</p>', 1],
    ["const text = 'Please sign in first'", 1],
    ['const text = `Ask about Ada’s desk`', 1],
    ["const text = 'We email you.'", 0],
    ["const actor = 'Quad'", 1],
    ['sql`SELECT email FROM users`', 0],
    ["const schema = { summary: 'Returns the user' }", 0],
    ["import { mail } from 'mail'", 0],
    ['<a href="mailto:a@b.ca" className="mail user">Log in</a>', 0],
  ])('%s has %i problems', (code, count) => {
    expect(findProblems('example.tsx', code)).toHaveLength(count)
  })
})
