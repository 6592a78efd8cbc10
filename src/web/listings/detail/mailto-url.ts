export function buildMailtoUrl(address: string, subject: string): string {
  const to = encodeURIComponent(address).replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`
}
