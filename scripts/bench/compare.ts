import type { Bench } from './bench.ts'
import { type Row, readingRows, writingRows } from './request-rows.ts'
import { inRounds } from './rounds.ts'
import { startHello } from './servers.ts'
import type { Site } from './sites.ts'
import { type Bar, requestTable } from './verdict.ts'

interface Sites {
  reading: Site
  /** Another one, so that what is posted changes nothing for those who read. */
  writing: Site
  createBar?: Bar
}

/** Every kind of request beside the limits of the machine, as a table. */
export async function compareWithLimits(bench: Bench, sites: Sites): Promise<string> {
  const { reading, writing, createBar } = sites
  const limit = { name: 'Fastify, hello JSON', server: await startHello(bench, 'fastify') }
  const limits: Row[] = [
    { name: 'bare Node http, hello', server: await startHello(bench, 'node'), asks: [{}] },
    { ...limit, asks: [{}] },
  ]
  const rows: Row[] = [
    ...readingRows(reading.server, reading.content),
    ...writingRows(writing.server, writing.content, createBar),
  ]
  const wanted = rows.filter(({ name }) => name.includes(bench.only))
  const measured = await inRounds(bench, [...limits, ...wanted])
  const fastify = measured.find(({ name }) => name === limit.name)
  if (!fastify) throw new Error('The limit was not measured.')
  return requestTable(measured, fastify.sample)
}
