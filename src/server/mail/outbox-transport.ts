import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolderMode } from '../files/private-files.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { composeMessage } from './compose-message.ts'
import type { MailTransport } from './mail-transport.ts'

interface OutboxOptions {
  dataDir: string
  /** The sender's address. */
  from: string
}

/** Without SMTP_URL, each mail is written as an .eml file that mail clients open; sent again, it replaces its file. */
export function createOutboxTransport({ dataDir, from }: OutboxOptions): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    isRemote: false,

    async send(mail, signal) {
      const message = await composeMessage(mail, from)
      signal.throwIfAborted()
      await mkdir(folder, { recursive: true, mode: privateFolderMode })
      await writeFileAtomically(join(folder, `${mail.id}.eml`), (file) => file.writeFile(message))
    },

    async purge(address) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if ((await readRecipient(path)) === address) await rm(path, { force: true })
      }
    },
  }
}

/** The To address; undefined if the file is no message or was deleted meanwhile. */
async function readRecipient(path: string): Promise<string | undefined> {
  const message = await readFile(path, 'latin1').catch(() => '')
  return /^To: *(\S+)\s*$/im.exec(message.split('\r\n\r\n', 1)[0] ?? '')?.[1]
}
