import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Kind, Resource } from './audience-resources.ts'
import {
  type Answer,
  type AudienceSite,
  answerNote,
  type Person,
  people,
  type Student,
  savedSearchWord,
  students,
} from './audience-site.ts'

/** The routes where the student, and nobody else, finds their saved search. */
const searchRoutes = [pagePaths.saved, apiPaths.savedSearches, apiPaths.accountExport]

export type Answers = Record<Person, Answer>

const studentNames = Object.keys(students) as Student[]
export const isPage = ({ url }: Resource) => !/^\/api\/|\.(xml|txt|png)$/.test(url)
const audienceOf = (person: Person) => (person === 'visitor' ? 'visitors' : 'students')

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  return from < 0 ? '' : text.slice(from + start.length, text.indexOf(end, from))
}

/** Returns whom an answer names, and whom it takes its reader for. */
function observe(resource: Resource, person: Person, { status, headers, text }: Answer) {
  const isPersonal = headers['cache-control'] === 'no-store'
  const findStudents = (markers: (student: (typeof students)[Student]) => string[]) =>
    studentNames.filter(
      (name) =>
        !(isPersonal && name === person) &&
        markers(students[name]).some((marker) => text.includes(marker)),
    )
  const header = between(text, '<header', '</header>')
  return {
    status,
    cacheControl: headers['cache-control'],
    cookie: headers['set-cookie'],
    etag: headers.etag,
    named: findStudents(({ firstName, lastName }) => [firstName, lastName]),
    fullyNamed: findStudents(({ lastName }) => [lastName]),
    addressed: findStudents(({ mailbox }) => [mailbox]),
    hasViewCounts: /"views":\d/.test(text),
    hasFavouriteCounts: /"favourites":\d/.test(text),
    hasSearch: text.includes(savedSearchWord),
    hasSignalIds: /"id":"words /.test(text),
    hasAnswers: text.includes(answerNote),
    ...(isPage(resource) &&
      text && {
        audience: /"audience":"(\w+)"/.exec(between(text, 'id="state">', '</script>'))?.[1],
        links: ['Sign up', 'Dashboard', 'Log out'].filter((link) => header.includes(link)),
        ownerParts: [`href="${resource.editPath}"`, 'This is your listing.'].filter((part) =>
          text.includes(part),
        ).length,
      }),
  }
}

const notPublic = expect.stringMatching(/^(private, no-cache|no-store)$/)

const byKind: Record<Kind, object> = {
  shared: {
    status: 200,
    cacheControl: 'private, no-cache',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  },
  plain: { status: 200, cacheControl: notPublic },
  personal: { status: 200, cacheControl: 'no-store' },
  forbidden: { status: 403, cacheControl: 'no-store' },
  public: { status: 200, cacheControl: expect.stringMatching(/^public, max-age=\d+$/) },
  redirect: { status: 302, cacheControl: notPublic },
  refused: { status: 401, cacheControl: 'no-store' },
  missing: { status: 404, cacheControl: notPublic },
}

/** The feed has the public listings of others, and says who has written to the seller. */
const namedInFeed: Record<Person, Student[]> = {
  visitor: [],
  student: ['seller', 'owner'],
  seller: ['student', 'owner'],
  owner: ['seller'],
}

function namedFor(
  { sellers = [], hasThread, hasFavourites, hasFeed }: Resource,
  person: Person,
): Student[] {
  if (hasFeed) return namedInFeed[person]
  if (hasFavourites) return person === 'student' ? ['seller'] : []
  if (!hasThread) return sellers
  return person === 'student' || person === 'seller' ? ['student', 'seller'] : []
}

/** Returns what an answer should name. The reader's own name and address do not count in personal answers. */
function expected(resource: Resource, person: Person) {
  const { address, addresses = [], viewCounts = [], signalIds = [], answers = [] } = resource
  const { owner } = resource
  const kind = resource.kind(person)
  const isPersonal = kind === 'personal' || kind === 'forbidden'
  const isEmpty = kind === 'redirect' || kind === 'refused' || kind === 'missing'
  const counted = (name: Student) => !(isPersonal && name === person)
  const named = isEmpty ? [] : namedFor(resource, person).filter(counted)
  return {
    ...byKind[kind],
    cookie: undefined,
    named,
    ...((person === 'visitor' || kind === 'public') && { fullyNamed: [] }),
    ...(person !== 'visitor' && kind === 'shared' && { fullyNamed: named }),
    addressed: isPersonal ? [...(address ? [address] : []), ...addresses].filter(counted) : [],
    hasViewCounts: viewCounts.some((name) => name === person),
    hasFavouriteCounts: viewCounts.some((name) => name === person),
    hasSearch: person === 'student' && searchRoutes.includes(resource.route),
    hasSignalIds: signalIds.some((name) => name === person),
    hasAnswers: answers.some((name) => name === person),
    ...(isPage(resource) &&
      kind !== 'redirect' && {
        audience: audienceOf(person),
        links: person === 'visitor' ? ['Sign up'] : ['Dashboard', 'Log out'],
        ...(owner && { ownerParts: person === owner ? 2 : 0 }),
      }),
  }
}

/** Checks the answers to all people. An answer that has passed once is only compared. */
export function createLeakCheck() {
  const passed = new Map<string, Answer>()
  return (resource: Resource, answers: Answers, circumstances: string) => {
    const bodies: Record<string, string> = {}
    for (const person of people) {
      const answer = answers[person]
      const kind = resource.kind(person)
      const context = `${person} at ${resource.url}, ${circumstances}`
      if (!isDeepStrictEqual(passed.get(person + resource.url), answer)) {
        const observed = observe(resource, person, answer)
        expect(observed, context).toMatchObject(expected(resource, person))
        passed.set(person + resource.url, answer)
      }
      if (kind !== 'shared' && kind !== 'public') continue
      const audience = kind === 'shared' ? audienceOf(person) : 'everyone'
      bodies[audience] ??= answer.text
      if (answer.text !== bodies[audience]) expect.fail(`other bytes for ${context}`)
    }
  }
}

/** Expects that each page was rendered once for each audience: the caches were cold at first and warm after that. */
export function expectOneRendering({ rendered }: AudienceSite, resources: Resource[]) {
  const pages = resources.filter((resource) => isPage(resource) && !resource.url.includes('?'))
  const keys = pages.flatMap(({ url, kind }) =>
    (['visitor', 'student'] as const)
      .filter((person) => kind(person) === 'shared')
      .map((person) => `${audienceOf(person)} ${url}`),
  )
  expect(rendered.filter((key) => keys.includes(key)).toSorted()).toEqual(keys.toSorted())
}
