export type TextPart = string | LinkPart

/** An address, with what is before and after the host that it leads to. */
export interface LinkPart {
  before: string
  host: string
  after: string
}

const address = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi

/** Splits off the addresses in a text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: link, index } of text.matchAll(address)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push(splitLink(link))
    end = index + link.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** As browsers read it: the host ends at the first slash, and what looks like one before an @ is a user name. */
function splitLink(link: string): LinkPart {
  const [, scheme = '', authority = '', after = ''] =
    /^(https?:\/\/)?([^/\\?#]*)(.*)$/is.exec(link) ?? []
  const hostAt = authority.lastIndexOf('@') + 1
  return { before: scheme + authority.slice(0, hostAt), host: authority.slice(hostAt), after }
}
