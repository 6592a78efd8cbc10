import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { importsOf, type SourceFile, sourceFiles } from './support/source-files.ts'

const all = sourceFiles('src')
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const product = all.filter(({ path }) => !isTest(path))

/** Where a file belongs, from the outermost folder that has rules of its own. */
const layers: [layer: string, pattern: RegExp][] = [
  ['campus', /^src\/campus\.ts$/],
  ['categories', /^src\/categories\//],
  ['contract', /^src\/contract\//],
  ['server', /^src\/server\//],
  ['web/ui', /^src\/web\/ui\//],
  ['web/pages', /^src\/web\/pages\//],
  ['web/base', /^src\/web\/((api|head|page)\.ts$|navigation\/|queries\/)/],
  ['web/start', /^src\/web\/[^/]+$/],
  ['web/concerns', /^src\/web\//],
]

/** A layer may import itself and what stands here. */
const arrows: Record<string, string[]> = {
  campus: [],
  categories: ['campus'],
  contract: ['campus', 'categories'],
  server: ['campus', 'categories', 'contract'],
  'web/ui': [],
  'web/base': ['campus', 'contract'],
  'web/concerns': ['campus', 'categories', 'contract', 'web/ui', 'web/base'],
  'web/pages': ['campus', 'categories', 'contract', 'web/ui', 'web/base', 'web/concerns'],
  'web/start': ['categories', 'contract', 'web/ui', 'web/base', 'web/concerns', 'web/pages'],
}

const layerOf = (path: string) => layers.find(([, pattern]) => pattern.test(path))?.[0]

function wrongArrows(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const from = layerOf(path)
    return imports
      .map((target) => ({ target, to: layerOf(target) }))
      .filter(({ to }) => !from || !to || (from !== to && !arrows[from]?.includes(to)))
      .map(({ target }) => `${path} -> ${target}`)
  })
}

describe('the arrows', () => {
  it('run one way only', () => {
    expect(wrongArrows(product)).toEqual([])
  })

  it('are seen when they run back', () => {
    const file = (path: string, text: string) => ({ path, text, imports: importsOf(path, text) })
    expect(
      wrongArrows([
        file('src/server/app.ts', "import { routes } from '../web/routes.ts'"),
        file('src/web/ui/button.tsx', "import { useSession } from '../accounts/session.ts'"),
        file('src/contract/errors.ts', "import { AppError } from '#server/errors.ts'"),
        file('src/categories/index.ts', "const late = import('#contract/listings.ts')"),
        file('src/web/pages/about.tsx', "import { Button } from '../ui/button.tsx'"),
      ]),
    ).toHaveLength(4)
  })
})

describe('generic code', () => {
  const ids = categories.map(({ id }) => id).join('|')
  const branch = new RegExp(
    `(?:[=!]==?|case)\\s*['"\`](?:${ids})['"\`]|['"\`](?:${ids})['"\`]\\s*[=!]==?`,
  )
  const leaks = (files: SourceFile[]) =>
    files.filter(({ text }) => branch.test(text)).map(({ path }) => path)

  it('never branches on the id of a category', () => {
    const generic = product.filter(({ path }) => !path.startsWith('src/categories/'))
    expect(leaks(generic)).toEqual([])
  })

  it('is seen when it does', () => {
    const file = (text: string) => ({ path: 'src/web/x.ts', text, imports: [] })
    expect(
      leaks([
        file("if (category.id === 'rental') sell()"),
        file("switch (id) { case 'misc': }"),
        file("return 'textbook' !== id"),
        file('const label = labels.rental'),
      ]),
    ).toHaveLength(3)
  })
})

describe('the files', () => {
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length }))

  it('stay short', () => {
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80)
  })

  it('are named by what they mean', () => {
    const vague = /\/(utils?|helpers?|common|shared)(\.tsx?|\/)/
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it('read the environment in one place', () => {
    const readers = product.filter(({ text }) => text.includes('process.env'))
    expect(readers.map(({ path }) => path)).toEqual(['src/server/main.ts'])
  })

  it('spell the universities in one place', () => {
    const spelled = /Waterloo|Laurier|uwaterloo|mylaurier/
    const places = product.filter(({ text }) => spelled.test(text)).map(({ path }) => path)
    const sampleContent = /^src\/server\/demo\//
    expect(places.filter((path) => !sampleContent.test(path))).toEqual(['src/campus.ts'])
  })
})
