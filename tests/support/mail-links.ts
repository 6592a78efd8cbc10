import { createKeyedHash } from '#server/app-secret.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'

export const testAppUrl = 'https://quad.example'

/** Creates the email links of a site with this secret. */
export const createTestMailLinks = (appUrl = testAppUrl) =>
  createMailLinks(appUrl, createKeyedHash('a secret of tests'))
