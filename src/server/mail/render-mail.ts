import type { MailContent } from './mail-content.ts'
import { renderHtml } from './mail-html.ts'
import { renderText } from './mail-text.ts'
import type { Mail } from './mail-transport.ts'
import type { TemplateName } from './template-names.ts'

export function renderMail(
  template: TemplateName,
  { email }: { email: string },
  subject: string,
  content: MailContent,
): Mail {
  const { unsubscribe } = content
  return {
    template,
    to: email,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.url }),
  }
}
