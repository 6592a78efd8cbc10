export interface MailText {
  subject: string
  body: string
}

/** RFC 6068: lines of the body end with CR LF. */
export function buildMailtoUrl(address: string, { subject, body }: MailText): string {
  const to = encodeURIComponent(address).replace('%40', '@')
  const lines = body.replaceAll('\n', '\r\n')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`
}
