import { describe, expect, it } from 'vitest'
import { maxMessageLength } from './message-rules.ts'
import { messageText } from './messages.ts'

const parse = (text: unknown) => {
  const { data, error } = messageText.safeParse(text)
  return data ?? error?.issues.map(({ message }) => message)
}

describe('the text of a message', () => {
  it('is kept as it was written, lines, tabs and emoji included', () => {
    const text = 'Hi 👩‍🎓!\n\n\tIs “it” שלום مرحبا\u200F still there? https://quad.example/a?b=c'
    expect(parse(text)).toBe(text)
  })

  it('has no space around it, one kind of line break, at most one empty line, and nothing that reorders it', () => {
    expect(parse(' \n one\r\ntwo\rthree \t')).toBe('one\ntwo\nthree')
    expect(parse('one\n \n\t\n\n\ntwo\n\nthree')).toBe('one\n\ntwo\n\nthree')
    expect(parse('see \u202Emoc.live\u202C \u2066here\u2069')).toBe('see moc.live here')
  })

  it.each(['', ' \n ', '\u200B\u00AD', '\u202E \u2066', undefined, null, 5])(
    'is not %j',
    (text) => {
      expect(parse(text)).toEqual(['Write a message first'])
    },
  )

  it('has at most 2,000 characters, of which an emoji is one', () => {
    const longest = '😀'.repeat(maxMessageLength)
    expect(parse(longest)).toBe(longest)
    expect(parse(`  ${longest}  `)).toBe(longest)
    expect(parse(`${longest}a`)).toEqual(['Must be at most 2,000 characters'])
  })

  it.each(['a\0b', 'a\u0007b', 'a\u001B[31mb', 'a\u0085b', 'a\u000Bb', 'a\uD800b'])(
    'has no %j',
    (text) => {
      expect(parse(text)).toEqual(["Contains a character we can't read"])
    },
  )
})
