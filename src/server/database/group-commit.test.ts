import { describe, expect, it, vi } from 'vitest'
import { groupCommit } from './group-commit.ts'
import { serialQueue } from './serial-queue.ts'

/** What happened, in order. */
function setUp() {
  const log: string[] = []
  const begin = vi.fn(async () => void log.push('begin'))
  const commit = vi.fn(() => void log.push('commit'))
  const inTurn = serialQueue()
  const rollback = () => void log.push('rollback')
  const group = groupCommit({ inTurn, begin, commit, rollback })
  const does = (name: string) => async () => {
    log.push(name)
    return name
  }
  const fails = (name: string) => async () => {
    log.push(name)
    throw new Error(name)
  }
  return { log, begin, commit, inTurn, group, does, fails }
}

describe('transactions that wait at the same time', () => {
  it('are committed together, each with its own result', async () => {
    const { group, log, does } = setUp()
    const results = await Promise.all([group.transaction(does('a')), group.transaction(does('b'))])
    expect(results).toEqual(['a', 'b'])
    expect(log).toEqual(['begin', 'a', 'b', 'commit'])
  })

  it('hear of success after the commit only', async () => {
    const { group, log, does } = setUp()
    await Promise.all(
      ['a', 'b'].map((name) => group.transaction(does(name)).then(() => log.push(`${name} done`))),
    )
    expect(log.indexOf('commit')).toBeLessThan(log.indexOf('a done'))
  })

  it('do not fail with one that fails', async () => {
    const { group, log, does, fails } = setUp()
    const outcomes = await Promise.allSettled([
      group.transaction(does('a')),
      group.transaction(fails('b')),
      group.transaction(does('c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const each = 'begin a commit begin b rollback begin c commit'
    expect(log.join(' ')).toBe(`begin a b rollback ${each}`)
  })

  it('all fail when nothing can be written', async () => {
    const { group, begin, commit, does } = setUp()
    const ask = () =>
      Promise.allSettled(['a', 'b'].map((name) => group.transaction(does(name)))).then((all) =>
        all.map(({ status }) => status),
      )
    begin.mockRejectedValueOnce(new Error('locked'))
    expect(await ask()).toEqual(['rejected', 'rejected'])
    commit.mockImplementation(() => {
      throw new Error('disk full')
    })
    expect(await ask()).toEqual(['rejected', 'rejected'])
    commit.mockImplementation(() => {})
    expect(await ask()).toEqual(['fulfilled', 'fulfilled'])
  })

  it('do not overtake what was queued before them', async () => {
    const { group, inTurn, log, does } = setUp()
    const first = group.transaction(does('a'))
    group.closeGroup()
    const between = inTurn(does('write'))
    await Promise.all([first, between, group.transaction(does('b'))])
    expect(log).toEqual(['begin', 'a', 'commit', 'write', 'begin', 'b', 'commit'])
  })

  it('never keep the others waiting for too many', async () => {
    const { group, log, does } = setUp()
    await Promise.all(Array.from({ length: 50 }, () => group.transaction(does('one'))))
    expect(log.filter((entry) => entry === 'commit')).toHaveLength(3)
  })
})
