import { afterAll } from 'vitest'
import { cleanUpFile } from './cleanup.ts'
import './wait-for-timeout.ts'

/** Runs in every test file; the modules it imports are loaded once per worker. */
afterAll(cleanUpFile)
