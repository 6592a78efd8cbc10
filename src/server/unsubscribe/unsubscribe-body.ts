import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app-types.ts'

/** More than any mail client sends. */
const maxBodyBytes = 10_000

/** Mail clients may send the form in either encoding (RFC 8058, section 3.2). */
export function acceptUnsubscribeForms(app: App) {
  app.removeAllContentTypeParsers()
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      async ({ headers }: FastifyRequest, body: Buffer) => ({
        isOneClick: await isOneClick(body, headers['content-type'] ?? type),
      }),
    )
  }
}

/** Sent by a mail client, and by no page. What cannot be read is not. */
async function isOneClick(body: Buffer, contentType: string): Promise<boolean> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const fields = await response.formData().catch(() => undefined)
  return fields?.get('List-Unsubscribe') === 'One-Click'
}
