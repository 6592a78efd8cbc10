import { describe, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createFileForm, encodeForm } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { findResetLink } from '#tests/support/reset-link.ts'

const president = { ...ada, firstName: 'Impostor', email: 'president@uwaterloo.ca' }
const ownPassword = 'the real president 1!'

describe.each(anyEngine)("a stranger with another's address, on %s", (engine) => {
  it('can publish nothing and read no address, and loses it to its owner', async () => {
    const site = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const { app, dataDir } = site
    const { id } = (await site.ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    const stranger = await createLoggedInClient(app, president)

    const photo = encodeForm(createFileForm('image', await fourColorImage().jpeg().toBuffer()))
    for (const refused of [
      await stranger.post(apiPaths.list('misc'), listingInputs.misc),
      await stranger.send({ method: 'POST', url: apiPaths.upload, ...photo }),
      await stranger.get(apiPaths.contact('misc', id)),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'unconfirmed' } })
    }
    const listing = await stranger.get(apiPaths.listing('misc', id))
    expect(listing.status).toBe(200)
    expect(JSON.stringify(listing.body)).not.toContain(ada.email)

    const settings = { showsEmail: false, mailReminders: false }
    const changed = await stranger.send({
      method: 'PATCH',
      url: apiPaths.account,
      payload: settings,
    })
    expect(changed.body).toMatchObject(settings)

    const owner = createClient(app, { address: '198.51.100.7' })
    await owner.post(apiPaths.requestPasswordReset, { email: president.email })
    const link = await findResetLink(dataDir, president.email)
    const [, token] = link.split('token=')
    const reset = (password: string) => owner.post(apiPaths.resetPassword, { token, password })
    expect(await reset('Password1!')).toMatchObject({
      status: 400,
      body: { fields: { password: 'This password is too common. Choose another one.' } },
    })
    expect((await reset(ownPassword)).status).toBe(200)
    expect((await stranger.get(apiPaths.me)).body).toEqual({ error: 'Not signed in' })
    expect((await stranger.logIn(president)).status).toBe(401)
    const loggedIn = await owner.logIn({ email: president.email, password: ownPassword })
    expect(loggedIn).toMatchObject({ status: 200, body: { confirmation: 'confirmed' } })
    expect((await owner.get(apiPaths.account)).body).toMatchObject({
      showsEmail: true,
      mailReminders: true,
    })
    expect((await owner.post(apiPaths.list('misc'), listingInputs.misc)).status).toBe(201)

    const mails = await vi.waitFor(async () => {
      const received = await readOutbox(dataDir)
      const ours = received.filter(({ to }) => to === president.email)
      expect(ours.map(({ subject }) => subject).sort()).toEqual([
        'Reset your Quad password',
        'Your Quad confirmation code',
        'Your Quad password was changed',
      ])
      return ours
    })
    expect(JSON.stringify(mails)).not.toContain(president.firstName)
  })
})
