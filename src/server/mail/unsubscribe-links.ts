import { timingSafeEqual } from 'node:crypto'
import { pagePaths } from '#contract/paths.ts'
import { type MailTopicKind, mailTopicKinds } from '#contract/unsubscribe-link.ts'
import type { KeyedHash } from '../app-secret.ts'

/** What a link in a mail turns off. */
export interface MailTopic {
  kind: MailTopicKind
  /** The id of the saved search, or else of the student. */
  id: number
}

/** What a setting of the student turns off, unlike mails about one search. */
export interface SettingTopic extends MailTopic {
  kind: Exclude<MailTopicKind, 'search'>
}

/** Ids begin again after a restore, so the time tells the row in the mail from a later one. */
export interface DatedMailTopic extends MailTopic {
  /** When the search was saved, or the account made. */
  createdAt: number
}

export interface MailLinks {
  appUrl: string
  /** The page on which a press of a button ends such mails; mail clients send a request of their own to it. */
  unsubscribeUrl: (topic: DatedMailTopic) => string
}

export function createMailLinks(appUrl: string, keyedHash: KeyedHash): MailLinks {
  return {
    appUrl,
    unsubscribeUrl: (topic) => appUrl + pagePaths.unsubscribe(createToken(topic, keyedHash)),
  }
}

const createToken = ({ kind, id, createdAt }: DatedMailTopic, keyedHash: KeyedHash) =>
  `${kind}.${id}.${keyedHash('unsubscribe', kind, String(id), String(createdAt))}`

/** Reads what a token claims to be about; `isTokenOf` checks the claim. Returns undefined for any other text. */
export function parseUnsubscribeToken(token: string): MailTopic | undefined {
  const [, name, digits] = /^([a-z]+)\.([1-9]\d{0,9})\.[\w-]+$/.exec(token) ?? []
  const kind = mailTopicKinds.find((known) => known === name)
  return kind && { kind, id: Number(digits) }
}

/** A token does not expire, so that old mails can still unsubscribe. */
export function isTokenOf(topic: DatedMailTopic, token: string, keyedHash: KeyedHash): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(createToken(topic, keyedHash))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
