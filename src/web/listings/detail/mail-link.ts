/** A mail link whose address and subject arrive as they are, whatever they contain. */
export function mailLink(address: string, subject: string): string {
  const to = encodeURIComponent(address).replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`
}
