import type { App } from './app-types.ts'

/**
 * Several times the size of the longest appeal, percent-encoded. Decoding a form as large as other bodies may be would
 * take too long.
 */
const maxFormBytes = 64 * 1024

/** Accepts only forms as browsers send them without JavaScript. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
