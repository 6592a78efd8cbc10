/** Characters that XML 1.0 forbids, even if they are escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export function escapeXml(text: string): string {
  return text
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function xmlDocument(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${body}\n`
}
