import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface OutboxMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Reads the emails in the outbox folder of a server, oldest first. */
export async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(mails.map(async (name) => parseMail(await readFile(join(folder, name)))))
}

export function parseMail(message: Buffer): OutboxMail {
  const whole = splitPart(message.toString('latin1'))
  const [, boundary] = /boundary="?([^";]+)/.exec(whole.header('content-type')) ?? []
  const parts = boundary ? whole.body.split(`--${boundary}`).map(splitPart) : [whole]
  const decodePart = (type: string) => {
    const part = parts.find(({ header }) => header('content-type').startsWith(type))
    return part ? decode(part.body, part.header('content-transfer-encoding')) : ''
  }
  return {
    to: whole.header('to'),
    subject: whole.header('subject'),
    text: decodePart('text/plain'),
    html: decodePart('text/html'),
  }
}

/** Returns the headers by their names in lower case, unfolded and decoded. */
export function readHeaders(message: Buffer): Record<string, string> {
  const [head = ''] = message.toString('latin1').split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([\w-]+): *(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), decodeWords(value)]
    }),
  )
}

/** Decodes words by RFC 2047. Spaces between two encoded words are not part of the text. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : decodeBytes(text.replaceAll('_', ' '), 'quoted-printable').toString('latin1'),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}

function splitPart(part: string) {
  const text = part.replace(/^\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  const headers = text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  return {
    header: (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '',
    body: text.slice(end + 4),
  }
}

function decode(body: string, encoding: string): string {
  return decodeBytes(body, encoding.toLowerCase()).toString('utf8').replaceAll('\r\n', '\n').trim()
}

function decodeBytes(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const joined = body.replaceAll(/=\r\n/g, '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}
