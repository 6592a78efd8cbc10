import { describe, expect, it } from 'vitest'
import { keptDays, sharedPhotosCache, storedAtHeader, studentHeader } from '#contract/offline.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { createKeptData, type KeptData } from './kept-data.ts'

const dayMs = 86_400_000
const threads = 'https://quad.example/api/threads'
const listing = 'https://quad.example/api/misc/1'

const answer = (student: string | null, body = 'data', status = 200) =>
  new Response(status === 401 ? null : body, {
    status,
    headers: student ? { [studentHeader]: student } : {},
  })

function open(version = 'v1', { caches, contents } = createMemoryCaches()) {
  const clock = { now: 1_000 }
  const kept = createKeptData({ caches, version, now: () => clock.now })
  const keep = (url: string, response: Response) => kept.keep(url, response, kept.currentEpoch())
  const read = async (url: string) => (await kept.read(url))?.text()
  return { caches, contents, clock, kept, keep, read }
}

describe('the data of a student', () => {
  it('is stored with its time, for the student whom the server names', async () => {
    const { kept, keep, read, contents } = open()
    await keep(threads, answer('7', 'my threads'))
    // A listing is the same for everyone, so its response names nobody. It belongs to the student who is logged in.
    await keep(listing, answer(null, 'a lamp'))
    expect(contents()).toEqual({ 'quad-kept-v1-7': ['/api/threads', '/api/misc/1'] })
    expect(await read(threads)).toBe('my threads')
    expect((await kept.read(listing))?.headers.get(storedAtHeader)).toBe('1000')
  })

  it('is not stored before somebody has logged in, nor is an error', async () => {
    const { keep, contents } = open()
    await keep(listing, answer(null))
    await keep(threads, answer('7', 'busy', 503))
    expect(contents()).toEqual({})
  })

  it.each([
    ['nobody is logged in any more', answer('none')],
    ['the session has ended elsewhere', answer(null, '', 401)],
    ['somebody else has logged in', answer('8')],
  ])('is deleted with shared photos as soon as %s', async (_, response) => {
    const { caches, kept, keep, read, contents } = open()
    await keep(threads, answer('7'))
    await caches.open(sharedPhotosCache)
    await kept.noteStudent(response)
    expect(contents()).toEqual({})
    expect(await read(threads)).toBeUndefined()
  })

  it('stays when the server fails, or a proxy answers for it', async () => {
    const { kept, keep, read } = open()
    await keep(threads, answer('7'))
    await kept.noteStudent(answer(null, 'Bad gateway', 502))
    await kept.noteStudent(answer('7', 'busy', 503))
    expect(await read(threads)).toBe('data')
  })

  it('is never that of two students: what comes late is dropped', async () => {
    const { kept, keep, contents } = open()
    await keep(threads, answer('7'))
    const begunIn = kept.currentEpoch()
    await kept.noteStudent(answer('none'))
    await kept.keep(threads, answer('7'), begunIn)
    await kept.keep(listing, answer(null), begunIn)
    expect(contents()).toEqual({})
    await keep(threads, answer('8'))
    expect(contents()).toEqual({ 'quad-kept-v1-8': ['/api/threads'] })
  })

  it('is deleted by a logout that comes while it is being stored', async () => {
    const memory = createMemoryCaches()
    const { kept, keep } = open('v1', memory)
    await keep(threads, answer('7'))
    const begunIn = kept.currentEpoch()
    const storing = kept.keep(listing, answer(null), begunIn)
    await kept.noteStudent(answer('none'))
    await storing
    expect(memory.contents()).toEqual({})
  })

  it.each<[string, (kept: KeptData) => Promise<unknown>]>([
    ['read', (kept) => kept.read(threads)],
    ['listed', (kept) => kept.findKept()],
    ['removed', (kept) => kept.remove(threads)],
  ])(
    'leaves nothing, not even an empty cache, if a logout comes while it is %s',
    async (_, use) => {
      const { caches, kept, keep } = open()
      // How far the logout has come when the use begins depends on the browser.
      for (let steps = 0; steps < 12; steps++) {
        await keep(threads, answer('7'))
        const leaving = kept.noteStudent(answer('none'))
        for (let step = 0; step < steps; step++) await Promise.resolve()
        await Promise.all([use(kept), leaving])
        expect(await caches.keys(), `after ${steps} steps`).toEqual([])
        await keep(threads, answer('7'))
        const using = use(kept)
        for (let step = 0; step < steps; step++) await Promise.resolve()
        await Promise.all([using, kept.noteStudent(answer('none'))])
        expect(await caches.keys(), `${steps} steps ahead`).toEqual([])
      }
    },
  )

  it('is read for as long as a login lasts, and then deleted', async () => {
    const { clock, kept, keep, read, contents } = open()
    await keep(threads, answer('7'))
    clock.now += keptDays * dayMs - 1
    expect(await read(threads)).toBe('data')
    await keep(listing, answer(null))
    clock.now += 1
    await kept.deleteOld()
    expect(contents()).toEqual({ 'quad-kept-v1-7': ['/api/misc/1'] })
    expect(await read(threads)).toBeUndefined()
  })

  it('is not read by another version, which deletes it', async () => {
    const memory = createMemoryCaches()
    await open('v1', memory).keep(threads, answer('7'))
    const next = open('v2', memory)
    expect(await next.read(threads)).toBeUndefined()
    expect(await next.kept.findKeptByOthers()).toEqual([threads])
    await next.kept.deleteOtherVersions()
    expect(memory.contents()).toEqual({})
  })

  it('is stored by two versions while the new one waits, and deleted in both', async () => {
    const memory = createMemoryCaches()
    const [before, next] = [open('v1', memory), open('v2', memory)]
    await before.keep(threads, answer('7'))
    await next.keep(threads, answer('7'))
    await before.kept.noteStudent(answer('7'))
    expect(Object.keys(memory.contents())).toEqual(['quad-kept-v1-7', 'quad-kept-v2-7'])
    await before.kept.noteStudent(answer('17'))
    expect(memory.contents()).toEqual({})
  })

  it('has a limit: the oldest responses go first', async () => {
    const { keep, read } = open()
    await keep(threads, answer('7'))
    for (let id = 0; id < 300; id++) await keep(`https://quad.example/api/misc/${id}`, answer(null))
    expect(await read(threads)).toBeUndefined()
    expect(await read('https://quad.example/api/misc/0')).toBe('data')
  })
})

it('photos that were shared before a login wait for the form', async () => {
  const { caches, kept, contents } = open()
  await caches.open(sharedPhotosCache)
  await kept.noteStudent(answer('none'))
  await kept.noteStudent(answer('7'))
  expect(contents()).toEqual({ [sharedPhotosCache]: [] })
})
