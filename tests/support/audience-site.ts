import sql from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import { type AnyCategory, type CategoryId, categories } from '#categories/index.ts'
import type { WireOwnListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { dayMs } from '#server/durations.ts'
import { decompress, type Encoding } from '#server/http/compression.ts'
import { loadWebBuild } from '#server/pages/web-build.ts'
import { bumpCategoryVersion } from '#server/versions/category-versions.ts'
import { buildTestApp } from './build-test-app.ts'
import { changeCampus } from './campus.ts'
import { at } from './campus-email.ts'
import type { Engine } from './databases.ts'
import { ada, createLoggedInClient } from './http-client.ts'
import { listingInputs } from './listing-inputs.ts'
import { insertTestMovingSale } from './moving-sale-rows.ts'
import { scamWords } from './signal-site.ts'

const createStudent = (firstName: string, lastName: string, mailbox: string) => ({
  ...ada,
  firstName,
  lastName,
  /** The mailbox, which is also found in an encoded address. */
  mailbox,
  email: at(mailbox),
})

/** The students. Their names and mailboxes occur nowhere else, and none contains another. */
export const students = {
  student: createStudent('Ysolde', 'Quibbler', 'box.7719'),
  seller: createStudent('Thaddeus', 'Wobbleton', 'box.8826'),
  owner: createStudent('Marigold', 'Farthing', 'box.9935'),
}

/** A word that occurs only in the student's saved search. */
export const savedSearchWord = 'zyzzyva'

/** A word that occurs only in the owner's answer to the signal on their last listing. */
export const answerNote = 'quokka'

/** A word that occurs only in what the owner says about who lives there. */
export const householdWord = 'axolotl'

/** The ISBN of the books on the site. */
export const audienceIsbn = '9780306406157'

export type Student = keyof typeof students
export type Person = 'visitor' | Student
export const people: Person[] = ['visitor', 'student', 'seller', 'owner']

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

interface GetOptions {
  method?: 'GET' | 'HEAD'
  encoding?: Encoding
  ifNoneMatch?: string
}

/**
 * Opens the whole app with the built pages. The owner has a listing in every category, the last with an answered signal. The
 * seller has one in the last category. The student has none, but has written to the seller and has saved that listing and a
 * search.
 */
export async function openAudienceSite(
  engine: Engine,
  webFolder: string,
  settings: Record<string, string> = {},
) {
  const rendered: string[] = []
  const testApp = await buildTestApp(engine, settings, {
    loadWeb: async (app) => {
      const web = await loadWebBuild(app, webFolder)
      return {
        ...web,
        render: (request) => {
          if (!request.user) rendered.push(`${request.audience} ${request.url}`)
          return web.render(request)
        },
      }
    },
  })
  // The scam phrases of its region count.
  changeCampus({ region: builtInCampus.region })
  const { app, db, clock } = testApp
  const cookies: Record<Person, string> = { visitor: '', student: '', seller: '', owner: '' }
  const studentIds: Record<Student, number> = { student: 0, seller: 0, owner: 0 }
  const listings: { seller: Student; category: CategoryId; id: number }[] = []

  for (const name of Object.keys(students) as Student[]) {
    const client = await createLoggedInClient(app, students[name])
    cookies[name] = client.cookieJar.cookie
    studentIds[name] = ((await client.get(apiPaths.me)).body as { id: number }).id
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now} WHERE id = ${studentIds[name]}`)
    const sold = name === 'owner' ? categories : name === 'seller' ? categories.slice(-1) : []
    for (const definition of sold as readonly AnyCategory[]) {
      const { id: category } = definition
      const isLast = category === categories.at(-1)?.id
      const hasSignal = name === 'owner' && isLast
      const input = {
        ...listingInputs[category],
        isbn: audienceIsbn,
        ...(definition.household && { housemates: 2, pets_words: `One ${householdWord}` }),
        ...(hasSignal && { description: scamWords }),
      }
      const { body } = await client.post(apiPaths.list(category), input)
      const { id } = body as { id: number }
      listings.push({ seller: name, category, id })
      if (hasSignal) {
        const own = await client.get(apiPaths.userListings(studentIds[name], category))
        const signal = (own.body as WireOwnListing[])[0]?.signals?.[0]?.id
        await client.post(apiPaths.signalAnswers(category, id), { signal, note: answerNote })
      }
    }
  }

  const [owned] = listings.filter(
    ({ seller, category }) => seller === 'owner' && category === 'misc',
  )
  const movingSaleId = await insertTestMovingSale(db, {
    sellerId: studentIds.owner,
    listingIds: [owned?.id ?? 0],
    now: clock.now,
  })

  const [about] = listings.filter(({ seller }) => seller === 'seller')
  if (!about) throw new Error('The seller has no listing.')
  const headers = { cookie: cookies.student }
  const { payload } = await app.inject({
    method: 'POST',
    url: apiPaths.listingMessages(about.category, about.id),
    headers,
    payload: { body: 'Is it still available?' },
  })
  const threadId: number = JSON.parse(payload).thread_id
  await app.inject({ method: 'PUT', url: apiPaths.favourite(about.category, about.id), headers })
  const search = { category: about.category, query: `q=${savedSearchWord}` }
  await app.inject({ method: 'POST', url: apiPaths.savedSearches, headers, payload: search })

  async function getWith(cookie: string, url: string, options: GetOptions = {}): Promise<Answer> {
    const { method = 'GET', encoding, ifNoneMatch } = options
    const { statusCode, headers, rawPayload } = await app.inject({
      method,
      url,
      headers: {
        ...(cookie && { cookie }),
        ...(encoding && { 'accept-encoding': encoding }),
        ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
      },
    })
    const isEncoded = encoding && headers['content-encoding'] === encoding && rawPayload.length > 0
    const bytes = isEncoded ? await decompress(rawPayload, encoding) : rawPayload
    const { date: _, ...rest } = headers
    return { status: statusCode, headers: rest as Answer['headers'], text: bytes.toString() }
  }

  /** Makes sure that nothing cached so far is served again. Pages live until midnight, and sessions for two weeks. */
  async function coolCaches() {
    clock.now += dayMs
    await db.transaction(async (tx) => {
      for (const { id } of categories) await bumpCategoryVersion(tx, id)
      await tx.run(sql`UPDATE sessions SET refreshed_at = ${clock.now}`)
    })
    rendered.length = 0
  }

  return {
    ...testApp,
    cookies,
    studentIds,
    listings,
    movingSaleId,
    threadId,
    /** The audience and URL of each rendering since the caches were cooled, without those for one student. */
    rendered,
    coolCaches,
    getWith,
    get: (person: Person, url: string, options?: GetOptions) =>
      getWith(cookies[person], url, options),
  }
}

export type AudienceSite = Awaited<ReturnType<typeof openAudienceSite>>
