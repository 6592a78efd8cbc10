import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type MailTransport, toMessage } from './transport.ts'

/** Without a mail server, each mail becomes a file that any mail program opens. */
export function outboxTransport(dataDir: string, now: () => number): MailTransport {
  const folder = join(dataDir, 'outbox')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail, signal) {
      const { message } = await composer.sendMail(toMessage(mail))
      signal.throwIfAborted()
      await mkdir(folder, { recursive: true })
      const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
      const name = `${time}-${String(mail.id).padStart(6, '0')}`
      await writeWhole(join(folder, `.${name}.part`), join(folder, `${name}.eml`), message)
    },

    async forget(address) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if ((await addressOn(path)) === address) await rm(path, { force: true })
      }
    },
  }
}

/** Whom a message is for; nobody, if it is none or has just gone. */
async function addressOn(path: string): Promise<string | undefined> {
  const message = await readFile(path, 'latin1').catch(() => '')
  return /^To: *(\S+)\s*$/im.exec(message.split('\r\n\r\n', 1)[0] ?? '')?.[1]
}

async function writeWhole(draft: string, path: string, content: unknown) {
  if (!Buffer.isBuffer(content)) throw new Error('the message was not composed in memory')
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
