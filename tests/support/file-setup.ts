import { afterAll } from 'vitest'
import { cleanUpFile } from './cleanup.ts'
import './wait-for-timeout.ts'

/** This file runs in every test file. The modules it imports are loaded once per worker. */
afterAll(cleanUpFile)
