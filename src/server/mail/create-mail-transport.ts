import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withSiteAddress } from '../campus/look.ts'
import type { Config } from '../config.ts'
import { privateFolderMode } from '../files/private-files.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { MailTransport } from './mail-transport.ts'
import { composeMessage, createSmtpTransport } from './smtp-transport.ts'

type MailConfig = Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'MAIL_FROM' | 'APP_URL'>

export function createMailTransport(config: MailConfig): MailTransport {
  const { SMTP_URL, DATA_DIR, MAIL_FROM, APP_URL } = config
  const transport = SMTP_URL
    ? createSmtpTransport({ url: SMTP_URL, from: MAIL_FROM })
    : createOutboxTransport({ dataDir: DATA_DIR, from: MAIL_FROM })
  return {
    ...transport,
    send: (mail, signal, onReply) =>
      transport.send({ ...mail, html: withSiteAddress(mail.html, APP_URL) }, signal, onReply),
  }
}

interface OutboxOptions {
  dataDir: string
  /** The sender's address. It defaults to the contact address of the campus. */
  from: string | undefined
}

/**
 * Writes each email as an .eml file that mail clients open, if SMTP_URL is unset. An email that is sent again replaces
 * its file.
 */
export function createOutboxTransport({ dataDir, from }: OutboxOptions): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    isRemote: false,

    async send(mail, signal, onReply) {
      const message = await composeMessage(mail, from)
      signal.throwIfAborted()
      await mkdir(folder, { recursive: true, mode: privateFolderMode })
      await writeFileAtomically(join(folder, `${mail.id}.eml`), (file) => file.writeFile(message))
      onReply?.('Written to the folder outbox of DATA_DIR. SMTP_URL is not set.')
    },

    async purge(address) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if ((await readRecipient(path)) === address) await rm(path, { force: true })
      }
    },
  }
}

/** Reads the To address. Returns undefined if the file is not a message or has been deleted. */
async function readRecipient(path: string): Promise<string | undefined> {
  const message = await readFile(path, 'latin1').catch(() => '')
  return /^To: *(\S+)\s*$/im.exec(message.split('\r\n\r\n', 1)[0] ?? '')?.[1]
}
