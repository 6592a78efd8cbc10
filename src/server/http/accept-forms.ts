import type { App } from './app-types.ts'

/**
 * This is several times the longest appeal, percent-encoded. Decoding as much as other bodies may have would take too
 * long.
 */
const maxFormBytes = 64 * 1024

/** Accepts what a form without JavaScript sends, and nothing else. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
