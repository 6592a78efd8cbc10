import { campus } from '#campus/campus.ts'
import { escapeHtml } from '../escape-html.ts'
import { plainPage } from './plain-page.ts'

/** The message for readers who must not see the reason. */
export const failedMessage = 'Something went wrong on our end! Please try again.'

export function errorPage(message: string | undefined, requestId: string): string {
  return plainPage({
    title: 'Something went wrong',
    heading: "That didn't work",
    content: `<p>${escapeHtml(message ?? failedMessage)}</p>
<p><a href="/" style="color:inherit">Back to ${escapeHtml(campus.brand)}</a></p>
<p style="font-size:14px;opacity:.75">If it keeps happening, tell us this number: ${escapeHtml(requestId)}</p>`,
  })
}
