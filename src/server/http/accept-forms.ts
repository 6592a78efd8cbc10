import type { App } from './app-types.ts'

/** Enough for the longest appeal, percent-encoded. Decoding the hundreds of kilobytes that other bodies have takes long. */
const maxFormBytes = 32 * 1024

/** Takes what a form without JavaScript sends, and nothing else. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
