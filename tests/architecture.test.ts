import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { findImports, readSourceFiles, type SourceFile } from './support/source-files.ts'

const all = [...readSourceFiles('src'), ...readSourceFiles('demo'), ...readSourceFiles('dev')]
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const product = all.filter(({ path }) => !isTest(path))

/** The layers of files. The first pattern that matches a path decides. */
const layers: [layer: string, pattern: RegExp][] = [
  ['campus', /^src\/campus\//],
  ['regions', /^src\/regions\//],
  ['categories', /^src\/categories\//],
  ['format', /^src\/format\//],
  ['english', /^src\/english\//],
  ['contract', /^src\/contract\//],
  ['package', /^package\.json$/],
  ['demo', /^demo\//],
  ['dev/design', /^dev\/design\//],
  ['dev', /^dev\//],
  ['server/startup', /^src\/server\/startup\//],
  ['server', /^src\/server\//],
  ['web/ui', /^src\/web\/ui\//],
  ['web', /^src\/web\//],
]

/** The layers that each layer may import besides itself. */
const allowedImports: Record<string, string[]> = {
  campus: [],
  regions: ['campus'],
  categories: ['campus'],
  format: ['campus', 'categories'],
  english: ['campus', 'categories', 'format', 'regions'],
  contract: ['campus', 'categories', 'format', 'english', 'package'],
  demo: ['campus', 'categories'],
  // app.ts imports dev/ only in development.
  server: [
    'campus',
    'regions',
    'categories',
    'format',
    'english',
    'contract',
    'server/startup',
    'dev',
  ],
  dev: ['campus', 'categories', 'format', 'contract', 'demo', 'server'],
  'dev/design': ['campus', 'categories', 'format', 'contract', 'web/ui', 'web'],
  'server/startup': ['campus', 'categories', 'format', 'contract', 'server', 'demo'],
  'web/ui': [],
  web: ['campus', 'regions', 'categories', 'format', 'english', 'contract', 'web/ui'],
}

const findLayer = (path: string) => layers.find(([, pattern]) => pattern.test(path))?.[0]

function findForbiddenImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const from = findLayer(path)
    return imports
      .map((target) => ({ target, to: findLayer(target) }))
      .filter(({ to }) => !from || !to || (from !== to && !allowedImports[from]?.includes(to)))
      .map(({ target }) => `${path} -> ${target}`)
  })
}

describe('imports between layers', () => {
  it('run one way only', () => {
    expect(findForbiddenImports(product)).toEqual([])
  })

  it('are detected when they run the other way', () => {
    const file = (path: string, text: string) => ({ path, text, imports: findImports(path, text) })
    expect(
      findForbiddenImports([
        file('src/server/app.ts', "import { routes } from '../web/routes.ts'"),
        file('src/server/app.ts', "import { demoStudents } from '#demo/students.ts'"),
        file(
          'src/web/ui/controls/button.tsx',
          "import { useSession } from '../../session/session.tsx'",
        ),
        file('src/contract/errors.ts', "import { AppError } from '#server/errors.ts'"),
        file('src/categories/index.ts', "const late = import('#contract/listings.ts')"),
        file('src/web/pages/about.tsx', "import { Button } from '../ui/button.tsx'"),
      ]),
    ).toHaveLength(5)
  })
})

/**
 * The folders ("rooms") of the server and of the web, lowest floor first. A room imports only rooms on floors below it. On
 * an ordered floor it may also import the rooms before it. On other floors the rooms do not import each other.
 */
interface Floor {
  isOrdered: boolean
  rooms: string[]
}

const ordered = (...rooms: string[]): Floor => ({ isOrdered: true, rooms })
const sideBySide = (...rooms: string[]): Floor => ({ isOrdered: false, rooms })

const floors: Record<'server' | 'web', Floor[]> = {
  server: [
    ordered(
      ...['errors', 'durations', 'escape-html', 'files', 'config', 'database', 'campus', 'hooks'],
      ...[
        'counts',
        'app-secret',
        'jobs',
        'mail',
        'policies',
        'versions',
        'words',
        'http',
        'limits',
      ],
      ...['geocoding', 'response-cache'],
    ),
    ordered('students', 'photos', 'brand', 'visits'),
    ordered('categories', 'listings'),
    sideBySide('messages', 'saved', 'signals', 'feeds'),
    sideBySide('contact', 'moderation', 'home'),
    ordered('operations'),
    // wiring/ lists what the rooms below do for each other. account/, backup/ and maintenance/ read its list of personal
    // data.
    ordered('wiring'),
    sideBySide('account', 'unsubscribe', 'settings'),
    ordered(
      ...['setup', 'backup', 'maintenance', 'job-kinds', 'api', 'pages', 'app', 'startup'],
      ...['workers', 'main'],
    ),
  ],
  web: [
    ordered('assets', 'styles', 'ui', 'queries', 'forms', 'navigation', 'session'),
    // Hearts are on every card and "Save this search" above every list, so saved/ is below listings/.
    sideBySide('photos', 'visits', 'signals', 'reports', 'saved'),
    ordered('listings', 'messages'),
    sideBySide('contact', 'moderation', 'account', 'mail-links', 'settings', 'operations'),
    ordered('setup', 'site', 'pages', 'app', 'hydration', 'routes'),
    sideBySide('entry-client', 'entry-server', 'deferred-entry', 'worker'),
  ],
}

const buildingOf = (path: string) => /^src\/(server|web)\//.exec(path)?.[1] as keyof typeof floors
const roomOf = (path: string) => /^src\/(?:server|web)\/([^/.]+)/.exec(path)?.[1] ?? ''

/** Returns whether an import between two rooms leads down. */
function runsDown(building: Floor[], from: string, to: string): boolean {
  const floorOf = (room: string) => building.findIndex(({ rooms }) => rooms.includes(room))
  const [own, other] = [floorOf(from), floorOf(to)]
  if (own < 0 || other < 0) throw new Error(`${own < 0 ? from : to} stands on no floor.`)
  if (own !== other) return other < own
  const { isOrdered, rooms } = building[own] ?? sideBySide()
  return isOrdered && rooms.indexOf(to) < rooms.indexOf(from)
}

function findImportsUp(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const building = buildingOf(path)
    return imports
      .filter((target) => buildingOf(target) === building && roomOf(path) !== roomOf(target))
      .filter((target) => !runsDown(floors[building], roomOf(path), roomOf(target)))
      .map((target) => `${path} -> ${target}`)
  })
}

describe('rooms of the server and of the web', () => {
  it('import only what stands below them', () => {
    const files = product.filter(({ path }) => buildingOf(path))
    expect(files.length).toBeGreaterThan(500)
    expect(findImportsUp(files)).toEqual([])
  })

  it('are found out when they import up or sideways', () => {
    const file = (path: string, text: string) => ({ path, text, imports: findImports(path, text) })
    expect(
      findImportsUp([
        file('src/server/students/x.ts', "import { a } from '../messages/a.ts'"),
        file('src/server/messages/x.ts', "import { a } from '../saved/a.ts'"),
        file('src/server/database/x.ts', "import type { A } from '../http/a.ts'"),
        file('src/web/listings/x.tsx', "import { a } from '../messages/a.ts'"),
        file('src/web/contact/x.tsx', "const late = import('../moderation/a.ts')"),
        file('src/web/messages/x.tsx', "import { a } from '../listings/a.ts'"),
        file('src/server/messages/x.ts', "import { a } from '../listings/a.ts'"),
      ]),
    ).toHaveLength(5)
  })
})

describe('generic code', () => {
  const ids = categories.map(({ id }) => id).join('|')
  const branch = new RegExp(
    `(?:[=!]==?|case)\\s*['"\`](?:${ids})['"\`]|['"\`](?:${ids})['"\`]\\s*[=!]==?`,
  )
  const findBranches = (files: SourceFile[]) =>
    files.filter(({ text }) => branch.test(text)).map(({ path }) => path)

  it('never branches on the id of a category', () => {
    const generic = product.filter(({ path }) => !path.startsWith('src/categories/'))
    expect(findBranches(generic)).toEqual([])
  })

  it('is detected when it does', () => {
    const file = (text: string) => ({ path: 'src/web/x.ts', text, imports: [] })
    expect(
      findBranches([
        file("if (category.id === 'rental') sell()"),
        file("switch (id) { case 'misc': }"),
        file("return 'textbook' !== id"),
        file('const label = labels.rental'),
      ]),
    ).toHaveLength(3)
  })
})

describe('source files', () => {
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length }))

  it('are short', () => {
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
  })

  it('have no vague names', () => {
    const vague = /\/(utils?|helpers?|common|shared)(\.tsx?|\/)/
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it('read the environment in one place', () => {
    const readers = product.filter(({ text }) => text.includes('process.env'))
    expect(readers.map(({ path }) => path)).toEqual(['src/server/main.ts'])
  })

  it('create no Intl object while they load, which takes a phone as long as four cards', () => {
    const createsIntl = /^(export )?(const|let) .*(= |\()new Intl\./m
    const inBrowsers = product.filter(({ path }) => !/^(src\/server|demo|dev)\//.test(path))
    expect(inBrowsers.filter(({ text }) => createsIntl.test(text))).toEqual([])
  })

  it('read the campus when they need it, never while they load: it changes while the site runs', () => {
    const reading = product.filter(({ text }) => /campus\/campus\.ts|\.\/campus\.ts/.test(text))
    expect(reading.length).toBeGreaterThan(50)
    expect(reading.flatMap(findEarlyReads)).toEqual([])
    const early = { path: 'src/a.ts', text: 'const title = campus.brand', imports: [] }
    expect(findEarlyReads(early)).toEqual(['src/a.ts reads campus.brand while it loads'])
  })

  it('spell the universities in one place', () => {
    const spelled = /Waterloo|Laurier|uwaterloo|mylaurier/
    const files = product.filter(({ text }) => spelled.test(text)).map(({ path }) => path)
    expect(files).toEqual(['src/campus/built-in.ts'])
  })
})

interface SyntaxNode {
  type: string
  object?: { name?: string }
  property?: { name?: string }
}

/** Finds uses of `campus` outside of functions. */
function findEarlyReads({ path, text }: SourceFile): string[] {
  const found: string[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const { type, object, property } = value as SyntaxNode
    if (/Function|^TSType|^TSInterface|^Import/.test(type)) return
    if (type === 'MemberExpression' && object?.name === 'campus') {
      found.push(`${path} reads campus.${property?.name} while it loads`)
    }
    Object.values(value).forEach(visit)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}
