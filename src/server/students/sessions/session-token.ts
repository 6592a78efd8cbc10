import { hash, randomBytes } from 'node:crypto'

/** The selector finds the row. The secret authenticates the session and is rotated at each refresh. */
export interface SessionToken {
  selector: string
  secret: string
}

export const generateSelector = () => randomBytes(16).toString('base64url')
export const generateSecret = () => randomBytes(32).toString('base64url')

export const formatToken = ({ selector, secret }: SessionToken) => `${selector}.${secret}`

export function parseToken(cookie: string | undefined): SessionToken | null {
  if (!cookie) return null
  const [, selector, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? []
  return selector && secret ? { selector, secret } : null
}

export const hashToken = (part: string) => hash('sha256', part, 'base64url')

export const isTokenHash = (text: string) => /^[\w-]{43}$/.test(text)
