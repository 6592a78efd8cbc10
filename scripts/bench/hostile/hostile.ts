import sql from 'sql-template-tag'
import { categories, categoryByPath } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { documentedOperations, type OpenApiDocument } from '#tests/hostile/api-description.ts'
import { type HostileShape, hostileShapes } from '#tests/hostile/hostile-shapes.ts'
import { completeInputs, photosFor } from '#tests/support/listing-inputs.ts'
import {
  createListing,
  type Student,
  sendMessage,
  signUp,
} from '#tests/support/seed-through-api.ts'
import type { BenchContext } from '../bench-context.ts'
import { formatMarkdownTable } from '../markdown-table.ts'
import { formatVerdict } from '../result-tables.ts'
import { startQuad } from '../servers.ts'
import { createTempFolder } from '../temp-folder.ts'
import { createHostileClient, type HostileClient, type HostileRequest } from './client.ts'
import {
  headerProbes,
  type Probe,
  pageProbes,
  probesOf,
  undocumentedProbes,
  uploadProbe,
  type ValidValues,
} from './probes.ts'

/** Other students do not notice a delay of this length. */
const maxExtraMs = 20
const shortLength = 3
const shortTries = 5
/** A request that seems slow is sent again: another process may have had the processor. */
const maxTries = 12
/** A request this slow is rarely a coincidence, and repeating it often would take minutes. */
const surelySlowMs = 500
const surelySlowTries = 3
const maxMinutes = 30

interface Finding {
  name: string
  shape: string
  length: number
  status: number
  extraMs: number
}

/** Measures what each text field, parameter and path segment of every route costs when it contains a hostile text. */
export async function benchHostile(bench: BenchContext): Promise<string> {
  const { only, quick, log } = bench
  const folder = await createTempFolder(bench)
  const server = await startQuad(bench, { DATA_DIR: folder })
  const client = createHostileClient(server)
  bench.stack.defer(() => client.close())
  const valid = await fillSite(server.url, folder)
  const openApi = (await (await fetch(server.url + apiPaths.openapi)).json()) as OpenApiDocument
  const probes = [
    // The pages come first, while the dashboard has few listings.
    ...pageProbes(valid),
    ...headerProbes(valid),
    ...undocumentedProbes(),
    uploadProbe(valid),
    ...documentedOperations(openApi).flatMap((operation) => probesOf(operation, valid)),
  ].filter(({ name }) => name.includes(only))
  const shapes = Object.entries(hostileShapes)
  const deadline = Date.now() + maxMinutes * 60_000
  const findings: Finding[] = []
  let measured = 0
  for (const probe of probes) {
    if (Date.now() > deadline) break
    for (const finding of await measureProbe(client, probe, { shapes, quick })) {
      findings.push(finding)
      log(formatFinding(finding).join(' | '))
    }
    measured++
    if (measured % 100 === 0) log(`${measured} of ${probes.length} places…`)
  }
  return formatFindings(findings, { measured, places: probes.length, shapes: shapes.length })
}

/**
 * Creates an admin with a listing of each category and a thread, who may call every route, and a student as the target of
 * calls.
 */
async function fillSite(url: string, folder: string): Promise<ValidValues> {
  const [ada, bob] = [await signUp(url, 'Ada', 'Hostile'), await signUp(url, 'Bob', 'Target')]
  const db = await openDatabase({ DATA_DIR: folder })
  await db.run(sql`UPDATE users SET role = 'admin' WHERE id = ${ada.id}`)
  await db.close()
  const idsOf = async (student: Student) => {
    const ids: Record<string, number> = {}
    for (const { id, path } of categories) {
      ids[path] = (await createListing(url, student, id, { photos: [photoUrl] })).id
    }
    return ids
  }
  const [own, others] = [await idsOf(ada), await idsOf(bob)]
  const misc = { category: 'misc', id: others.misc ?? 0 } as const
  const threadId = await sendMessage(url, ada, misc, 'Is it still available?')
  const search = { category: 'misc', query: 'q=lamp', frequency: 'daily' }
  const saved = await fetch(url + apiPaths.savedSearches, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ada.cookie },
    body: JSON.stringify(search),
  })
  const { id: searchId } = (await saved.json()) as { id: number }
  return {
    cookie: ada.cookie,
    parameter: ({ path, method }, name) => {
      if (name === 'isbn' || name === 'value') return '9783319110790'
      if (name === 'file') return `${'a'.repeat(32)}.webp`
      if (path.includes('/threads/') || path.startsWith('/messages/')) return String(threadId)
      if (path.includes('/saved-searches/')) return String(searchId)
      const category = categories.find((each) => path.includes(`/${each.path}/{`))
      if (!category) return String(bob.id)
      const isOwn = method === 'PUT' || /\/(status|renew|signals)/.test(path)
      return String((isOwn ? own : others)[category.path])
    },
    field: ({ path }, name) => {
      const category = categoryByPath(path.split('/')[2] ?? '')
      const values: Record<string, unknown> = {
        ...(category && completeInputs[category.id]),
        photos: category ? photosFor(category.id, [photoUrl]) : [photoUrl],
        email: 'new.student@uwaterloo.ca',
        firstName: 'Nora',
        lastName: 'Stone',
        // A new password of Ada's would end her session.
        current: 'a wrong one 1!',
        password: 'a wrong one 1!',
        confirmPassword: 'a wrong one 1!',
        body: 'Could I see it tomorrow?',
        note: 'It is the same as another.',
        action: path.includes('/students/') ? 'warn' : 'keep',
        reason: 'other',
        code: '123456',
        path: '/misc',
        timestamp: 1,
        seen: null,
        ...(path.startsWith(apiPaths.savedSearches) && search),
      }
      return values[name]
    },
  }
}

const photoUrl = 'https://photos.example/1.jpg'

async function measureProbe(
  client: HostileClient,
  { name, texts, request, usual }: Probe,
  { shapes, quick }: { shapes: [string, HostileShape][]; quick: boolean },
): Promise<Finding[]> {
  const findings: Finding[] = []
  const shortest = async (hostileRequest: HostileRequest) => {
    const times: number[] = []
    while (times.length < shortTries) times.push((await client.send(hostileRequest)).ms)
    return Math.min(...times)
  }
  const shortMs = Math.max(
    await shortest(request('x'.repeat(shortLength))),
    usual ? await shortest(usual) : 0,
  )
  for (const [shapeName, shape] of shapes) {
    for (const text of texts(shape).slice(0, quick ? 1 : undefined)) {
      const hostile = request(text)
      let best = await client.send(hostile)
      const tries = () => (best.ms < surelySlowMs ? maxTries : surelySlowTries)
      for (let round = 1; round < tries() && best.ms - shortMs > maxExtraMs; round++) {
        const again = await client.send(hostile)
        if (again.ms < best.ms) best = again
      }
      const extraMs = best.ms - shortMs
      if (extraMs > maxExtraMs || best.status === 0 || best.status >= 500) {
        findings.push({ name, shape: shapeName, length: text.length, status: best.status, extraMs })
      }
    }
  }
  return findings
}

const formatFinding = ({ name, shape, length, status, extraMs }: Finding): string[] => [
  name,
  `${length.toLocaleString('en-CA')} ${shape}`,
  status === 0 ? 'none' : String(status),
  extraMs.toFixed(0),
]

function formatFindings(
  findings: Finding[],
  { measured, places, shapes }: { measured: number; places: number; shapes: number },
): string {
  const count = (number: number) => number.toLocaleString('en-CA')
  const summary = formatMarkdownTable(
    ['', 'places', 'too slow or failed', 'bar', ''],
    [
      [
        `${shapes} shapes`,
        `${count(measured)} of ${count(places)}`,
        count(findings.length),
        `≤ ${maxExtraMs} ms more`,
        formatVerdict(findings.length === 0 && measured === places),
      ],
    ],
  )
  const table = formatMarkdownTable(
    ['place', 'text', 'status', 'ms more'],
    findings.toSorted((a, b) => b.extraMs - a.extraMs).map(formatFinding),
  )
  return `${summary}
${findings.length > 0 ? `\n${table}\n` : ''}
A place is a field of a body, a parameter of a query, a segment of a path or a header. Each gets every shape: up to 100 KB in bodies, 15 KB in
URLs and headers, and as long as the field allows. The figure is how much longer the event loop is busy than with ${shortLength} characters or the usual value, the best of ${maxTries} tries. SQLite, one process.`
}
