import { readFileSync } from 'node:fs'

/** The text of a file, or '' when it cannot be read. */
export function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
