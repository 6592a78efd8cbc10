/** Matches listings that have any of these terms; with `isPrefix`, any term that begins with one. */
export interface SearchTerm {
  anyOf: string[]
  isPrefix: boolean
}

export const exactTerm = (anyOf: string[]): SearchTerm => ({ anyOf, isPrefix: false })
export const prefixTerm = (anyOf: string[]): SearchTerm => ({ anyOf, isPrefix: true })

/** Percent-encodes ASCII punctuation and spaces, which would split a term or be query syntax. */
export function escapeTerm(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\0-\x7f]/g, (c) => (/[a-z0-9]/.test(c) ? c : `%${c.charCodeAt(0).toString(16)}`))
}
