import { categoryById } from '#categories/index.ts'
import { searchLabel } from '#contract/search-label.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'
import type { KeyedHash } from '../app-secret.ts'
import type { Db } from '../database/database.ts'
import { isTokenOf, type MailTopic, parseUnsubscribeToken } from '../mail/unsubscribe-links.ts'
import { mailSettings } from '../students/mail-settings.ts'
import { findUser, updateAccount } from '../students/user-queries.ts'
import { findSearchById, turnSearchOff } from './unsubscribe-queries.ts'

interface FoundTopic extends MailTopic {
  /** Says what the link of a mail ends. */
  link: UnsubscribeLink
}

/** What a token is about; undefined if that is deleted, or if the token is not of this site. It changes nothing. */
export async function findTopic(
  db: Db,
  token: string,
  keyedHash: KeyedHash,
): Promise<FoundTopic | undefined> {
  const topic = parseUnsubscribeToken(token)
  const found = topic && (await readTopic(db, topic))
  if (!topic || !found) return undefined
  const { link, createdAt } = found
  return isTokenOf({ ...topic, createdAt }, token, keyedHash) ? { ...topic, link } : undefined
}

interface ReadTopic extends Pick<FoundTopic, 'link'> {
  createdAt: number
}

async function readTopic(db: Db, { kind, id }: MailTopic): Promise<ReadTopic | undefined> {
  if (kind === 'search') {
    const row = await findSearchById(db, id)
    if (!row) return undefined
    const search = searchLabel(categoryById[row.category], row.query)
    const description = 'emails about one of your saved searches'
    const link = { kind, description, search, isOff: row.frequency === 'off' }
    return { link, createdAt: row.created_at }
  }
  const account = await findUser(db, id)
  if (!account) return undefined
  const { description, isOff } = mailSettings[kind]
  const link = { kind, description, search: null, isOff: isOff(account) }
  return { link, createdAt: account.createdAt }
}

/** That one thing and no other. */
export async function turnOff(db: Db, { kind, id }: MailTopic) {
  if (kind === 'search') await turnSearchOff(db, id)
  else await updateAccount(db, id, mailSettings[kind].off)
}
