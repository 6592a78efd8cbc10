import { campus } from '#campus/campus.ts'
import { escapeHtml } from '../escape-html.ts'
import { plainPage } from './plain-page.ts'

/** The message for readers who must not see the reason. */
export const failedMessage = 'Something went wrong on our end! Please try again.'

/**
 * Renders the page for an error. With `canRetry` it has a link to its own address, because that may hold a token which the
 * reader has nowhere else.
 */
export function errorPage(
  message: string | undefined,
  requestId: string,
  { canRetry = false } = {},
): string {
  return plainPage({
    title: 'Something went wrong',
    heading: "That didn't work",
    content: `<p>${escapeHtml(message ?? failedMessage)}</p>
<p>${canRetry ? '<a href="" style="color:inherit">Try again</a> · ' : ''}<a href="/" style="color:inherit">Back to ${escapeHtml(campus.brand)}</a></p>
<p style="font-size:14px;opacity:.75;overflow-wrap:anywhere">If it keeps happening, email ${escapeHtml(campus.contactEmail)} with this number:
<span style="display:block;font-family:ui-monospace,monospace;text-wrap:balance">${escapeHtml(requestId)}</span></p>`,
  })
}
