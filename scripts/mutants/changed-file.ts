import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfExists } from '../install/read-if-exists.mjs'
import type { Fault } from './fault.ts'

/** A copy of the original file. It survives if this process is killed while a file has a fault in it. */
const copyFile = '.cache/mutants/restore.json'

interface Change {
  file: string
  original: string
  faulty: string
}

let change: Change | undefined

/** Replaces the first occurrence. A test makes sure that there is only one. */
export function insertFault({ file, search, replace }: Fault): void {
  const original = readFileSync(file, 'utf8')
  if (!original.includes(search))
    throw new Error(`${file} no longer has the text that the fault replaces.`)
  // The replacement is a function, because a string may contain patterns such as $&.
  change = { file, original, faulty: original.replace(search, () => replace) }
  mkdirSync(dirname(copyFile), { recursive: true })
  writeFileSync(copyFile, JSON.stringify(change))
  writeFileSync(file, change.faulty)
}

export function restoreFile(): void {
  if (!change) return
  writeFileSync(change.file, change.original)
  change = undefined
  rmSync(copyFile, { force: true })
}

/** Repairs the file that a killed run left behind, unless somebody has edited it since. Returns its path. */
export function restoreLeftover(): string | undefined {
  const text = readIfExists(copyFile)
  if (!text) return undefined
  const { file, original, faulty }: Change = JSON.parse(text)
  const isFaulty = readIfExists(file) === faulty
  if (isFaulty) writeFileSync(file, original)
  rmSync(copyFile)
  return isFaulty ? file : undefined
}
