import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'

describe.each(anyEngine)('messages on %s', (engine) => {
  it('go back and forth between a buyer and a seller', async () => {
    const { ada, bob } = await buildTestAppWithUsers(engine)
    const { body: lamp } = await ada.send('POST', '/api/misc', listingInputs.misc)
    const client_id = randomUUID()
    const first = { body: 'Is the lamp still available?', client_id }
    const sent = await bob.send('POST', `/api/misc/${lamp.id}/messages`, first)
    expect(sent.status).toBe(201)
    const again = await bob.send('POST', `/api/misc/${lamp.id}/messages`, first)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(sent.body)
    const threads = await ada.send('GET', '/api/threads')
    expect(threads.body).toMatchObject({
      results: [{ role: 'seller', unread: 1, title: 'Desk lamp' }],
    })
    const path = `/api/threads/${threads.body.results[0]?.id}`
    expect((await ada.send('POST', `${path}/messages`, { body: 'Yes.' })).status).toBe(201)
    expect((await ada.send('POST', `${path}/read`)).status).toBe(204)
    expect((await ada.send('GET', '/api/auth/me')).body).toMatchObject({ unread: 0 })
    expect((await bob.send('GET', `${path}/messages`)).body).toMatchObject({
      results: [
        { body: first.body, is_own: true },
        { body: 'Yes.', is_own: false },
      ],
    })
  })
})
