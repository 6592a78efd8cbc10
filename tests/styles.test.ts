import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

// The rules are explained at the top of src/web/styles.css.

interface File {
  path: string
  text: string
}

const readFiles = (pattern: string): File[] =>
  globSync(pattern).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }))

const tokens = 'src/web/styles.css'
/** The files with classes for every component. */
const sharedClasses = ['src/web/ui/type.css', 'src/web/ui/layout.css']
/** The palette of an illustration. */
const palette = 'src/web/account/entrance/account-scene.css'

const stylesheets = readFiles('src/web/**/*.css')
const components = stylesheets.filter(({ path }) => ![tokens, ...sharedClasses].includes(path))
const markup = readFiles('src/web/**/*.tsx')

const find = (files: File[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    (withoutComments(text).match(pattern) ?? []).map((found) => `${path}: ${found.trim()}`),
  )

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

const findClasses = (text: string) =>
  [
    ...withoutComments(text)
      .replace(/"[^"]*"/g, '')
      .matchAll(/\.([a-z][\w-]*)/g),
  ].map(([, name = '']) => name)

/** Finds class selectors that do not start with the name of their file. */
const findForeignClasses = (files: File[]) =>
  files.flatMap(({ path, text }) => {
    const prefix = basename(path, '.css')
    return findClasses(text)
      .filter((name) => name !== prefix && !name.startsWith(`${prefix}-`))
      .map((name) => `${path}: .${name}`)
  })

/** Finds class names in the strings of every `className`, including those in a variant such as `[&>.button]:p-0`. */
const findWrittenClasses = (text: string) =>
  [...text.matchAll(/className=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g)].flatMap(([attribute]) => {
    const strings = attribute.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? []
    return strings.flatMap((string) => [
      ...string.slice(1, -1).split(/\s+/),
      ...findClasses(string.slice(1, -1)),
    ])
  })

/** Matches media queries with raw sizes. A variant of the theme has a name instead. */
const rawWidth = /(?<!@custom-variant \w+ \()@media[^{]*\b(?:width|height)\b[^{]*/g
const rawColor = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^)]*\)?/gi
const rawSpacing =
  /^\s*(?:padding|margin|gap|row-gap|column-gap|inset|top|right|bottom|left)[\w-]*:[^;]*\b(?!1px)\d+px[^;]*/gm
const rawRadius = /^\s*border-radius:(?!\s*(?:(?:var\(--radius-\w+\)|0|50%|inherit)\s*)+;)[^;]*/gm

describe('stylesheets', () => {
  it('select only classes that start with the name of the file', () => {
    expect(findForeignClasses(components)).toEqual([])
  })

  it('have no breakpoint outside the theme', () => {
    expect(find(stylesheets, rawWidth)).toEqual([])
  })

  it('have no colour outside the tokens', () => {
    const others = stylesheets.filter(({ path }) => path !== tokens && path !== palette)
    expect(find(others, rawColor)).toEqual([])
  })

  it('have no spacing outside the scale', () => {
    expect(find(stylesheets, rawSpacing)).toEqual([])
  })

  it('have no radius outside the tokens', () => {
    expect(find(stylesheets, rawRadius)).toEqual([])
  })
})

describe('components outside ui/', () => {
  it('write no class of ui/', () => {
    const owned = components.filter(({ path }) => path.startsWith('src/web/ui/'))
    const names = new Set(owned.flatMap(({ text }) => findClasses(text)))
    const users = markup.filter(({ path }) => !path.startsWith('src/web/ui/'))
    const written = users.flatMap(({ path, text }) =>
      findWrittenClasses(text)
        .filter((name) => names.has(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(written).toEqual([])
  })
})

describe('the checks', () => {
  const file = (text: string) => [{ path: 'src/web/ui/content/card.css', text }]

  it('find every violation', () => {
    expect(findForeignClasses(file('.card > .badge, textarea.control {}'))).toHaveLength(2)
    expect(find(file('@media (width >= 600px) { .card {} }'), rawWidth)).toHaveLength(1)
    expect(find(file('.card { color: #fff; fill: rgb(0 0 0 / 0.5) }'), rawColor)).toHaveLength(2)
    expect(
      find(file('.card {\n  margin-top: 5px;\n  padding: 0 12px;\n}'), rawSpacing),
    ).toHaveLength(2)
    expect(find(file('.card {\n  border-radius: 7px;\n}'), rawRadius)).toHaveLength(1)
    const classNames = findWrittenClasses(
      `<p className="card mt-2" /><p className={classNames('chip', x && 'badge')} /><p className="[&>.button]:px-1" />`,
    )
    expect(classNames).toEqual(expect.arrayContaining(['card', 'chip', 'badge', 'button']))
  })

  it('accept what follows the rules', () => {
    const text =
      '.card-body {\n  padding: --spacing(2) 1px;\n  border-radius: var(--radius-card) 0;\n  @media print {\n    top: 0;\n  }\n}'
    for (const pattern of [rawWidth, rawColor, rawSpacing, rawRadius]) {
      expect(find(file(text), pattern)).toEqual([])
    }
    expect(findForeignClasses(file(text))).toEqual([])
  })
})
