const maxShown = 50

/** Enough of a search text to know it by, where it is quoted. By code points, so that no half of one is left. */
export function clipText(text: string): string {
  const characters = [...text]
  return characters.length > maxShown
    ? `${characters.slice(0, maxShown).join('').trimEnd()}…`
    : text
}
