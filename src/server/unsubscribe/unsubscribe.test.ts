import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type MailTopicKind, mailTopicKinds } from '#contract/unsubscribe-link.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { createKeyedHash, readAppSecret } from '../app-secret.ts'
import { createMailLinks } from '../mail/unsubscribe-links.ts'

const form = 'application/x-www-form-urlencoded'
const oneClick = 'List-Unsubscribe=One-Click'
const deadLink =
  "This link no longer works. If you deleted what it was about, you won't get any more emails about it."

/** The changes that each link makes to the first student's account and first search. */
const changes: Record<MailTopicKind, object> = {
  messages: { mail_messages: 'off' },
  reminders: { mail_reminders: 0 },
  saved: { mail_saved: 0 },
  favourites: { mail_favourites: 0 },
  weekly: { mail_weekly: 0 },
  search: { frequency: 'off' },
}

describe.each(engines)('unsubscribing on %s', (engine) => {
  async function open() {
    const site = await buildTestAppWithUsers(engine)
    const { app, db, config, ada, bob } = site
    const searches = ['q=lamp', 'q=desk']
    for (const student of [ada, bob]) {
      await student.patch(apiPaths.account, { mailFavourites: true })
      for (const query of searches) {
        const saved = await student.post(apiPaths.savedSearches, { category: 'misc', query })
        expect(saved.status).toBe(201)
      }
    }
    const links = createMailLinks('', createKeyedHash(await readAppSecret(db, config)))
    /** Returns the token of an email that is written now. */
    async function tokenOf(kind: MailTopicKind, id = 1) {
      const table = raw(kind === 'search' ? 'saved_searches' : 'users')
      const row = await db.get<{ created_at: number }>(
        sql`SELECT created_at FROM ${table} WHERE id = ${id}`,
      )
      const url = links.unsubscribeUrl({ kind, id, createdAt: row?.created_at ?? 0 })
      return new URLSearchParams(url.split('?')[1]).get('token') ?? ''
    }
    /** Posts without cookie and Origin, as mail clients do. */
    const post = (token: string, payload = oneClick, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: pagePaths.unsubscribe(token),
        headers: { 'content-type': form, ...headers },
        payload,
      })
    const readLink = async (token: string) => {
      const { statusCode, headers, body } = await app.inject(apiPaths.unsubscribeLink(token))
      return { status: statusCode, headers, body: JSON.parse(body) }
    }
    const readSettings = async () => {
      const { users = [], saved_searches: searches = [] } = await readAllTables(db)
      const byId = (a: object, b: object) => Object(a).id - Object(b).id
      return { users: users.toSorted(byId), searches: searches.toSorted(byId) }
    }
    return { ...site, tokenOf, post, readLink, readSettings }
  }

  it.each(mailTopicKinds)(
    'turns off %s and nothing else, also when pressed twice',
    async (kind) => {
      const { tokenOf, post, readLink, readSettings } = await open()
      const token = await tokenOf(kind)
      const { users, searches } = await readSettings()
      const shown = await readLink(token)
      expect(shown).toMatchObject({ status: 200, body: { kind, isOff: false } })
      expect(await readSettings()).toEqual({ users, searches })

      const change = <Row extends object>([first, ...others]: Row[]) => [
        { ...first, ...changes[kind] },
        ...others,
      ]
      for (const _ of [1, 2]) {
        const response = await post(token)
        expect([response.statusCode, response.headers.location]).toEqual([200, undefined])
        expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
        expect(response.body).toBe("You're unsubscribed.\n")
        expect(await readSettings()).toEqual(
          kind === 'search'
            ? { users, searches: change(searches) }
            : { users: change(users), searches },
        )
      }
      expect((await readLink(token)).body).toMatchObject({ kind, isOff: true })
    },
  )

  it('says what the link ends, never to whom the mail went, and passes the token on to nobody', async () => {
    const { tokenOf, readLink } = await open()
    for (const kind of mailTopicKinds) {
      const { headers, body } = await readLink(await tokenOf(kind))
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect(JSON.stringify(body)).not.toMatch(/ada|@|Lovelace/i)
      expect(body.search).toBe(kind === 'search' ? 'Extras: “lamp”' : null)
      expect(body.description).toMatch(/^(emails|reminders) about /)
    }
  })

  it('takes any form, from any origin and with any cookie', async () => {
    const { ada, tokenOf, post, readLink, db } = await open()
    const token = await tokenOf('reminders')
    const multipart = `--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`
    const requests: [string, string, Record<string, string>, number][] = [
      ['a mail client', oneClick, {}, 200],
      [
        'one that sends parts',
        multipart,
        { 'content-type': 'multipart/form-data; boundary=b' },
        200,
      ],
      ['one that runs in a page', oneClick, { origin: 'https://mail.example' }, 200],
      ['our page', '', {}, 303],
      [
        'our page, opened from a mail',
        '',
        { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
        303,
      ],
      ['our page, logged in', '', { cookie: ada.cookie() }, 303],
      [
        'parts that end too soon',
        '--b',
        { 'content-type': 'multipart/form-data; boundary=b' },
        303,
      ],
    ]
    for (const [from, payload, headers, status] of requests) {
      await db.run(sql`UPDATE users SET mail_reminders = 1`)
      const response = await post(token, payload, headers)
      expect([from, response.statusCode]).toEqual([from, status])
      if (status === 303) expect(response.headers.location).toBe(pagePaths.unsubscribed(token))
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect(response.headers['set-cookie']).toBeUndefined()
      expect((await readLink(token)).body.isOff).toBe(true)
    }
  })

  it('takes no body of another type, none that is long, and no body at all', async () => {
    const { app, tokenOf, post, readLink } = await open()
    const token = await tokenOf('saved')
    const asJson = await post(token, '{}', { 'content-type': 'application/json' })
    const long = await post(token, 'x'.repeat(20_000))
    expect([asJson.statusCode, long.statusCode]).toEqual([415, 413])
    expect((await readLink(token)).body.isOff).toBe(false)
    const bare = await app.inject({ method: 'POST', url: pagePaths.unsubscribe(token) })
    expect(bare.statusCode).toBe(303)
    expect((await readLink(token)).body.isOff).toBe(true)
  })

  it('refuses a token that is not of this site, and changes nothing', async () => {
    const { app, tokenOf, post, readLink, readSettings } = await open()
    const before = await readSettings()
    const token = await tokenOf('saved', 1)
    const forged = [
      'x',
      `${token}x`,
      token.slice(0, -1),
      token.replace('saved.1', 'saved.2'),
      token.replace('saved', 'reminders'),
      token.replace('saved.1', 'saved.01'),
      token.toUpperCase(),
    ]
    for (const each of forged) {
      const { status, body } = await readLink(each)
      expect([each, status]).toEqual([each, 404])
      expect(body.error).toBe(deadLink)
      const clicked = await post(each)
      expect([clicked.statusCode, clicked.body]).toEqual([404, `${deadLink}\n`])
      expect(clicked.headers['content-type']).toBe('text/plain; charset=utf-8')
      const pressed = await post(each, '')
      expect([pressed.statusCode, pressed.headers.location]).toEqual([
        303,
        pagePaths.unsubscribe(each),
      ])
    }
    for (const url of ['/unsubscribe', `/unsubscribe?token=${'x'.repeat(300)}`]) {
      const response = await app.inject({ method: 'POST', url, headers: { 'content-type': form } })
      expect(response.statusCode).toBe(400)
    }
    expect(await readSettings()).toEqual(before)
  })

  it('says the same of a search and an account that are deleted', async () => {
    const { ada, db, tokenOf, post, readLink } = await open()
    const tokens = [await tokenOf('search'), await tokenOf('reminders')]
    await ada.delete(apiPaths.savedSearch(1))
    await db.run(sql`DELETE FROM users WHERE id = 1`)
    for (const token of tokens) {
      expect(await readLink(token)).toMatchObject({ status: 404, body: { error: deadLink } })
      const clicked = await post(token)
      expect([clicked.statusCode, clicked.body]).toEqual([404, `${deadLink}\n`])
      expect((await post(token, '')).headers.location).toBe(pagePaths.unsubscribe(token))
    }
  })

  it.each(mailTopicKinds)(
    'does nothing to others that have the id after a restore, by a link of %s before it',
    async (kind) => {
      const { db, tokenOf, post, readLink, readSettings } = await open()
      const token = await tokenOf(kind)
      await db.run(sql`
        UPDATE saved_searches SET user_id = 2, query = 'q=sofa', created_at = created_at + 1
        WHERE id = 1`)
      await db.run(sql`UPDATE users SET created_at = created_at + 1 WHERE id = 1`)
      const before = await readSettings()
      expect(await readLink(token)).toMatchObject({ status: 404, body: { error: deadLink } })
      expect((await post(token)).statusCode).toBe(404)
      expect((await post(token, '')).headers.location).toBe(pagePaths.unsubscribe(token))
      expect(await readSettings()).toEqual(before)
      expect((await post(await tokenOf(kind))).statusCode).toBe(200)
    },
  )
})
