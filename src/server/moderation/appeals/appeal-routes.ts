import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { appealBody, appealResponse, appealToken } from '#contract/appeals.ts'
import { errorBody } from '#contract/errors.ts'
import { maxAppealLength } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import type { AppError } from '../../errors.ts'
import { escapeHtml } from '../../escape-html.ts'
import { acceptForms } from '../../http/accept-forms.ts'
import type { App } from '../../http/app-types.ts'
import { failedMessage } from '../../http/error-page.ts'
import { noStore } from '../../http/no-store.ts'
import { plainPage } from '../../http/plain-page.ts'
import { sendErrorPage } from '../../http/send-error-page.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { readAppeal, sendAppeal } from './appeal.ts'

/** The token in the link proves who may appeal, because a banned student cannot log in. Its 256 bits cannot be guessed. */
export function appealRoutes(app: App, { db, now }: Pick<ModerationDeps, 'db' | 'now'>) {
  app.get(
    '/api/appeal',
    {
      config: { skipSession: true },
      onRequest: noStore,
      schema: {
        tags: ['Moderation'],
        summary: 'What the link in an email lets a student appeal against',
        description: 'Changes nothing.',
        querystring: appealToken,
        response: { 200: appealResponse, '4xx': errorBody },
      },
    },
    ({ query }) => readAppeal(db, query.token, now()),
  )

  app.register(async (forms: App) => {
    acceptForms(forms)
    forms.setErrorHandler(sendFormError)
    forms.post(
      '/appeal',
      {
        config: { skipSession: true, isProvenByToken: true },
        onRequest: noStore,
        schema: { hide: true, body: appealBody },
      },
      async ({ body }, reply) => {
        const isSent = await db.transaction((tx) => sendAppeal(tx, body, now()))
        const { token } = body
        return reply.redirect(isSent ? pagePaths.appealed(token) : pagePaths.appeal(token), 303)
      },
    )
  })
}

const typed = z.object({ token: z.string(), text: z.string() })

function sendFormError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { data } = typed.safeParse(request.body)
  const renderPage = data && ((appError?: AppError) => notSentPage(appError, data))
  return sendErrorPage(error, request, reply, renderPage)
}

/** Shows the error and a form that keeps the typed text, so that the student can send it again. */
const notSentPage = (
  error: AppError | undefined,
  { token, text }: { token: string; text: string },
): string =>
  plainPage({
    title: 'Not sent',
    heading: 'Your appeal was not sent',
    // The line break protects the text: HTML drops one line break at the beginning of a textarea.
    content: `<p role="alert">${escapeHtml(error?.fields?.text ?? error?.message ?? failedMessage)}</p>
<form method="post" action="/appeal">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><label for="text">What you wrote, at most ${maxAppealLength} characters</label></p>
<textarea id="text" name="text" required rows="12" style="box-sizing:border-box;width:100%;font:inherit">
${escapeHtml(text)}</textarea>
<p><button style="font:inherit;padding:12px 24px">Send it again</button></p>
</form>`,
  })
