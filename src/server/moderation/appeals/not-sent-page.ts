import { maxAppealLength } from '#contract/moderation-rules.ts'
import type { AppError } from '../../errors.ts'
import { escapeHtml } from '../../escape-html.ts'
import { failedMessage } from '../../http/error-page.ts'
import { plainPage } from '../../http/plain-page.ts'

/** Keeps what was typed in a form that sends it again. */
export const notSentPage = (
  error: AppError | undefined,
  { token, text }: { token: string; text: string },
): string =>
  plainPage({
    title: 'Not sent',
    heading: 'Your appeal was not sent',
    // HTML drops one line break at the beginning of a textarea.
    content: `<p role="alert">${escapeHtml(error?.fields?.text ?? error?.message ?? failedMessage)}</p>
<form method="post" action="/appeal">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><label for="text">What you wrote, at most ${maxAppealLength} characters</label></p>
<textarea id="text" name="text" required rows="12" style="box-sizing:border-box;width:100%;font:inherit">
${escapeHtml(text)}</textarea>
<p><button style="font:inherit;padding:12px 24px">Send it again</button></p>
</form>`,
  })
