import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { createKeyedHash, readAppSecret } from './app-secret.ts'

describe.each(engines)('the app secret on %s', (engine) => {
  it('is made once for all processes', async () => {
    const db = await openTestDatabase(engine)
    const read = () => readAppSecret(db, { APP_SECRET: undefined })
    const secrets = await Promise.all([read(), read(), read()])
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toHaveLength(43)
  })

  it('is the setting where there is one', async () => {
    const db = await openTestDatabase(engine)
    expect(await readAppSecret(db, { APP_SECRET: 'x'.repeat(32) })).toBe('x'.repeat(32))
  })
})

describe('a keyed hash', () => {
  const hash = createKeyedHash('secret')

  it('depends on secret, purpose and value', () => {
    const hashes = [
      hash('network', 'a'),
      hash('account', 'a'),
      hash('network', 'b'),
      createKeyedHash('other')('network', 'a'),
    ]
    expect(new Set(hashes).size).toBe(4)
    expect(hash('network', 'a')).toBe(hashes[0])
  })
})
