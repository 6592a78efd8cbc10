import { campus } from '#campus/campus.ts'

/** Returns an address of this campus. On a campus with one university, every address is of that one. */
export function at(localPart: string, university = 0, domain = 0): string {
  const domains = (campus.universities[university] ?? campus.universities[0])?.emailDomains
  return `${localPart}@${domains?.[domain] ?? domains?.[0]}`
}
