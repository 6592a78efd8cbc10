import type { ShareKind } from '#contract/teamwork.ts'
import { toComparableTitle } from '../../signals/duplicates/compare-titles.ts'

/** Something by which two listings may belong together, such as a phone number. */
export interface Mark {
  kind: ShareKind
  /** The normalized value. Two listings with the same kind and value share the mark. */
  value: string
}

/** Shorter texts may be the same by chance. */
const minDescriptionLength = 40
const minTitleWords = 3

/** Contacts are searched in the first characters only, and the first ones count: hundreds of listings are read at once. */
const searchedLength = 2000
const maxEmails = 10

/** Separators are no digits, so that the pattern takes linear time. */
const phonePattern = /\+?\d(?:[\s().-]{0,3}\d){7,14}/g
const localPart = /[a-z0-9._%+-]{1,64}$/
const domainPart = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/
const linkPattern = /(?:https?:\/\/|\bwww\.|\b(?:t|wa|m)\.me\/)[^\s<>"'()[\]]{1,300}/g
/** A number of North America. An ISBN of ten digits hardly ever looks like one. */
const northAmerican = /^1?([2-9]\d{2}[2-9]\d{6})$/

interface Texts {
  title: string
  description: string
  /** Whether different sellers have things of the same title, such as a book. */
  isTitleShared?: boolean
}

/** Finds the contacts and texts of a listing. */
export function findMarks({ title, description, isTitleShared = false }: Texts): Mark[] {
  const text = `${title}\n${description}`.slice(0, searchedLength).toLowerCase()
  const emails = findEmails(text)
  const links = (text.match(linkPattern) ?? []).flatMap(normalizeLink)
  const phones = (text.replaceAll(linkPattern, ' ').match(phonePattern) ?? []).flatMap(
    normalizePhone,
  )
  const marks: Mark[] = [
    ...emails.map((value) => ({ kind: 'email' as const, value })),
    ...links.map((value) => ({ kind: 'link' as const, value })),
    ...phones.map((value) => ({ kind: 'phone' as const, value })),
  ]
  const comparable = toComparableTitle(title).text
  if (!isTitleShared && comparable.split(' ').length >= minTitleWords) {
    marks.push({ kind: 'title', value: comparable })
  }
  const words = description.toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  if (words.length >= minDescriptionLength) marks.push({ kind: 'description', value: words })
  return marks
}

/** Looks at both sides of each @. One pattern for all would start anew at every letter. */
function findEmails(text: string): string[] {
  const parts = text.split('@').slice(0, maxEmails + 1)
  return parts.slice(1).flatMap((after, index) => {
    const [local] = localPart.exec(parts[index]?.slice(-64) ?? '') ?? []
    const [domain] = domainPart.exec(after) ?? []
    return local && domain ? [`${local}@${domain}`] : []
  })
}

/** "(519) 555-0123" and "+1 519.555.0123" are the same number. Others need their country code. */
function normalizePhone(found: string): string[] {
  const digits = found.replaceAll(/\D/g, '')
  const local = northAmerican.exec(digits)?.[1]
  if (local) return [local]
  return found.startsWith('+') ? [`+${digits}`] : []
}

/** Drops what differs between two links to the same place. */
function normalizeLink(found: string): string[] {
  const link = found
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/[.,;:!?/]{1,10}$/, '')
  return link.includes('.') ? [link] : []
}
