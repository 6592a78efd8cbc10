import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { App } from '#server/http/app-types.ts'
import { sendErrorPage } from '#server/http/send-error-page.ts'
import { composeMessage } from '#server/mail/smtp-transport.ts'
import { createMailLinks } from '#server/mail/unsubscribe-links.ts'
import { createMailSamples } from './mail-samples.ts'
import { previewList } from './preview-list.ts'
import { findDrawing } from './sample-listings.ts'

interface MailPreviewDeps {
  config: Pick<Config, 'APP_URL' | 'MAIL_FROM'>
  now: () => number
}

const anyMail = z.object({ template: z.string(), variant: z.coerce.number() })

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Shows every email with sample data to developers. The links in the samples lead nowhere. */
export function mailPreviewRoutes(app: App, { config, now }: MailPreviewDeps) {
  const links = createMailLinks(config.APP_URL, () => 'sample')
  const samples = () => createMailSamples(links, now())

  function requireMail({ template, variant }: z.infer<typeof anyMail>) {
    const found = Object.entries(samples()).find(([name]) => name === template)
    const mail = found?.[1][variant]?.mail
    if (!mail) throw new AppError('not_found', 'There is no such email.')
    return mail
  }

  app.register(
    async (previews: App) => {
      previews.setErrorHandler(sendErrorPage)
      const ofMail = { schema: { hide: true, params: anyMail } }

      previews.get('/', { schema: { hide: true } }, (_request, reply) =>
        reply.type(html).send(previewList(samples())),
      )
      previews.get('/:template/:variant', ofMail, ({ params }, reply) =>
        reply.type(html).send(withDrawings(requireMail(params).html)),
      )
      previews.get('/:template/:variant/text', ofMail, ({ params }, reply) =>
        reply.type(plain).send(requireMail(params).text),
      )
      previews.get('/:template/:variant/raw', ofMail, async ({ params }, reply) => {
        const mail = { ...requireMail(params), id: 'sample' }
        return reply.type(plain).send(await composeMessage(mail, config.MAIL_FROM))
      })
      previews.get(
        '/photo',
        { schema: { hide: true, querystring: z.object({ url: z.string() }) } },
        async ({ query }, reply) => {
          const file = findDrawing(query.url)
          if (!file) throw new AppError('not_found', 'There is no such photo.')
          return reply.type('image/svg+xml').send(await readFile(file))
        },
      )
    },
    { prefix: '/dev/mails' },
  )
}

/** Replaces the photos of the samples, which are not in the store, with drawings. */
const withDrawings = (mail: string) =>
  mail.replaceAll(
    /src="([^"]+)"/g,
    (_, url: string) => `src="/dev/mails/photo?url=${encodeURIComponent(url)}"`,
  )
