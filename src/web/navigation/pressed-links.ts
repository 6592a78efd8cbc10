/** The `href` of the last link that was pressed on each history entry, by the key of its location. */
const pressedLinks = new Map<string, string>()

export const rememberPressedLink = (key: string, href: string) => pressedLinks.set(key, href)

/** Returns the link that led away from a page, for a reader who comes back to it. */
export const findPressedLink = (key: string): string | undefined => pressedLinks.get(key)
