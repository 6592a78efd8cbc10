import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { setCampus } from '#campus/campus.ts'
import { cleanUpFile } from './cleanup.ts'
import './wait-for-timeout.ts'

/** This file runs in every test file. The modules it imports are loaded once per worker. */
afterAll(cleanUpFile)

// A page that another file of this worker rendered has changed the campus. All tests but those about the built-in campus
// pass on another one too.
const { CAMPUS_FILE } = process.env
if (!CAMPUS_FILE) setCampus(builtInCampus)
else {
  const { parseCampus } = await import('#server/campus/stored-campus.ts')
  setCampus(parseCampus(readFileSync(CAMPUS_FILE, 'utf8')))
}
