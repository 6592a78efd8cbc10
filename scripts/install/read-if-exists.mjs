import { readFileSync } from 'node:fs'

/** Returns the text of a file, or '' if it cannot be read. */
export function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
