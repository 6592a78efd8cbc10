import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createOutboxTransport } from './outbox-transport.ts'

const mail = {
  attempts: 1,
  kind: 'test',
  to: 'ada@uwaterloo.ca',
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
  const outbox = createOutboxTransport(folder, () => 0)
  await outbox.purge?.(mail.to)
  for (const [id, to] of [mail.to, 'ada@uwaterloo.ca.example', mail.to, 'lada@wlu.ca'].entries()) {
    await outbox.send({ ...mail, id, to, subject: `To: ${mail.to}` }, signal)
  }
  await outbox.purge?.(mail.to)
  const names = await readdir(join(folder, 'outbox'))
  expect(names.map((name) => name.slice(-5)).sort()).toEqual(['1.eml', '3.eml'])
})

it('writes complete messages whose file names sort by time', async () => {
  const folder = await temporaryFolder()
  let time = Date.UTC(2026, 10, 15, 9, 59, 59, 5)
  const outbox = createOutboxTransport(folder, () => time)
  for (const id of [9, 10, 11]) {
    await outbox.send({ ...mail, id, subject: `Mail ${id}` }, signal)
    if (id === 10) time += 1_000
  }
  const names = (await readdir(join(folder, 'outbox'))).sort()
  expect(names).toHaveLength(3)
  expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
  const messages = await Promise.all(
    names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')),
  )
  expect(messages.map((message) => /^Subject: (.*)\r$/m.exec(message)?.[1])).toEqual([
    'Mail 9',
    'Mail 10',
    'Mail 11',
  ])
  expect(messages[0]).toMatch(/^MIME-Version: 1.0\r$/m)
  expect(messages[0]).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(messages[0]).toMatch(/^Date: .*\r$/m)
})
