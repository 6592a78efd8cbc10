/** Enough of a text to know it by, where it is quoted. By code points, so that no half of one is left. */
export function clipText(text: string, maxLength = 50): string {
  const characters = [...text]
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength).join('').trimEnd()}…`
    : text
}
