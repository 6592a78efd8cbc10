export interface MailText {
  subject: string
  body: string
}

/** Builds a mailto URL by RFC 6068: a "%" in the address is encoded too, and lines of the body end with CR LF. */
export function buildMailtoUrl(address: string, text?: MailText): string {
  const url = `mailto:${encodeURIComponent(address).replace('%40', '@')}`
  if (!text) return url
  const lines = text.body.replaceAll('\n', '\r\n')
  return `${url}?subject=${encodeURIComponent(text.subject)}&body=${encodeURIComponent(lines)}`
}
