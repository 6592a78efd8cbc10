import { timingSafeEqual } from 'node:crypto'
import { pagePaths } from '#contract/paths.ts'
import { type MailTopicKind, mailTopicKinds } from '#contract/unsubscribe-link.ts'
import type { KeyedHash } from '../app-secret.ts'

/** The emails that a link in an email turns off. */
export interface MailTopic {
  kind: MailTopicKind
  /** The id of the saved search or, for a setting, of the student. */
  id: number
}

/** A topic that a setting of the student turns off, unlike emails about one search. */
export interface SettingTopic extends MailTopic {
  kind: Exclude<MailTopicKind, 'search'>
}

/** A topic with a time. Ids start over after a restore, so the time distinguishes the row in the email from a later one. */
export interface DatedMailTopic extends MailTopic {
  /** When the search was saved, or the account was created. */
  createdAt: number
}

export interface MailLinks {
  appUrl: string
  /** Returns the URL of the page with the button that turns emails of this topic off. Mail clients can post to this URL. */
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

/** Reads the topic that a token claims; `isTokenOf` checks the claim. Returns undefined for any other text. */
export function parseUnsubscribeToken(token: string): MailTopic | undefined {
  const [, name, digits] = /^([a-z]+)\.([1-9]\d{0,9})\.[\w-]+$/.exec(token) ?? []
  const kind = mailTopicKinds.find((known) => known === name)
  return kind && { kind, id: Number(digits) }
}

/** Checks that the token belongs to the topic. A token does not expire, so that links in old emails still work. */
export function isTokenOf(topic: DatedMailTopic, token: string, keyedHash: KeyedHash): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(createToken(topic, keyedHash))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
