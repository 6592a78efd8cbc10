import type { App } from './app-types.ts'

/** Takes what a form without JavaScript sends, and nothing else. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
