import { expect, it } from 'vitest'
import { listOperations } from '#tests/hostile/api-description.ts'
import { hostileShapes } from '#tests/hostile/hostile-shapes.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { headerProbes, pageProbes, probesOf, undocumentedProbes, uploadProbe } from './probes.ts'

const valid = { cookie: 'quad=x', parameter: () => '1', field: () => undefined }

it('writes hostile texts into every field and parameter of every route', async () => {
  const { app } = await buildTestApp('sqlite')
  const operations = await listOperations(app)
  const names = [
    ...operations.filter(({ statuses }) => statuses).flatMap((each) => probesOf(each, valid)),
    ...undocumentedProbes(),
    uploadProbe(valid),
  ].map(({ name }) => name)
  for (const { name, path, query, body, statuses } of operations) {
    const places = [...query, ...Object.keys(body ?? {}), ...(path.match(/\{\w+\}/g) ?? [])]
    const isCovered = statuses
      ? places.every((place) => names.includes(`${name}, ${place}`))
      : places.length === 0 || names.includes(name)
    expect(isCovered, name).toBe(true)
    // A route without a documented body is tried with a body of another type.
    if (/^(POST|PUT|PATCH)/.test(name) && !statuses) {
      expect(names.some((each) => each.startsWith(`${name}, `))).toBe(true)
    }
  }
})

it('sends texts that fit into a request', () => {
  const probes = [...pageProbes(valid), ...headerProbes(valid), ...undocumentedProbes()]
  for (const { name, texts, request } of probes) {
    for (const kind of ['spaces', 'emoji']) {
      const [longest = ''] = texts(hostileShapes[kind] ?? String)
      const { path, headers, body = '' } = request(longest)
      expect(longest.length, name).toBeGreaterThan(1_000)
      expect(path.length + Object.values(headers).join('').length, name).toBeLessThan(15_500)
      expect(Buffer.byteLength(body), name).toBeLessThan(256 * 1024)
    }
  }
})
