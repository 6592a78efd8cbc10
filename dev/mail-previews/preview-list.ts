import { campus } from '#campus/campus.ts'
import { escapeHtml } from '#server/escape-html.ts'
import type { TemplateName } from '#server/mail/render-mail.ts'
import { readPreheader } from './read-preheader.ts'
import type { MailVariant, MailVariants } from './sample-context.ts'

/** Returns a page that lists all emails as an inbox would show them. */
export function previewList(samples: Record<TemplateName, MailVariants>): string {
  const rows = Object.entries(samples).flatMap(([template, variants]) =>
    variants.map((variant, index) => renderRow(template, variant, index)),
  )
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mails · ${campus.brand}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 72rem; padding: 0 16px }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #8886; padding: 8px 12px 8px 0; text-align: left; vertical-align: top }
small { color: GrayText; display: block }
td:last-child { white-space: nowrap }
</style>
</head>
<body>
<h1>Mails</h1>
<p>With sample data, as HTML in the colours of your system, as text, and as it is sent.</p>
<table>
<tr><th>template</th><th>subject and preheader</th><th>open</th></tr>
${rows.join('\n')}
</table>
</body>
</html>
`
}

function renderRow(template: string, { name, mail }: MailVariant, index: number): string {
  const path = `/dev/mails/${template}/${index}`
  return `<tr><td>${template}<small>${escapeHtml(name)}</small></td><td><a href="${path}">${escapeHtml(mail.subject)}</a><small>${readPreheader(mail.html)}</small></td><td><a href="${path}">HTML</a> <a href="${path}/text">text</a> <a href="${path}/raw">raw</a></td></tr>`
}
