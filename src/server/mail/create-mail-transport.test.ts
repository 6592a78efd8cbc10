import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { campus } from '#campus/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { createMailTransport, createOutboxTransport } from './create-mail-transport.ts'

const mail = {
  template: 'test',
  to: at('ada'),
  text: 'Words',
  html: '<p>Words</p>',
}
const { signal } = new AbortController()

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('purges the messages to one address only', async () => {
  const folder = await temporaryFolder()
  const outbox = createOutboxTransport({ dataDir: folder, from: 'post@mail.example' })
  await outbox.purge?.(mail.to)
  for (const [id, to] of [mail.to, `${at('ada')}.example`, mail.to, at('lada', 1, 1)].entries()) {
    await outbox.send({ ...mail, id: `${id}`, to, subject: `To: ${mail.to}` }, signal)
  }
  await outbox.purge?.(mail.to)
  const names = await readdir(join(folder, 'outbox'))
  expect(names.sort()).toEqual(['1.eml', '3.eml'])
})

it('makes the address of the logo absolute', async () => {
  const folder = await temporaryFolder()
  const transport = createMailTransport({
    SMTP_URL: undefined,
    DATA_DIR: folder,
    MAIL_FROM: 'post@mail.example',
    APP_URL: 'https://quad.example',
  })
  const html = '<img src="/brand/0/logo.png">'
  await transport.send({ ...mail, html, id: '1', subject: 'Hello' }, signal)
  const message = await readFile(join(folder, 'outbox/1.eml'), 'utf8')
  expect(message).toContain('src="https://quad.example/brand/0/logo.png"')
})

it('writes complete messages, and one that is sent again to the same file', async () => {
  const folder = await temporaryFolder()
  const outbox = createOutboxTransport({ dataDir: folder, from: 'post@mail.example' })
  for (const id of ['09', '10', '11', '10']) {
    await outbox.send({ ...mail, id, subject: `Mail ${id}` }, signal)
  }
  const names = (await readdir(join(folder, 'outbox'))).sort()
  expect(names).toHaveLength(3)
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
  const messages = await Promise.all(
    names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')),
  )
  expect(messages.map((message) => /^Subject: (.*)\r$/m.exec(message)?.[1])).toEqual([
    'Mail 09',
    'Mail 10',
    'Mail 11',
  ])
  expect(messages[0]).toContain(`\nFrom: ${campus.brand} <post@mail.example>\r\n`)
  expect(messages[0]).toMatch(/^Message-ID: <09@mail.example>\r$/m)
  expect(messages[0]).toMatch(/^MIME-Version: 1.0\r$/m)
  expect(messages[0]).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(messages[0]).toMatch(/^Date: .*\r$/m)
})
