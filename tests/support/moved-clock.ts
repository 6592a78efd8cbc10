import { readFileSync } from 'node:fs'
import { shiftDate } from './test-clock.ts'

/**
 * Moves the clock of a test or a server that loads this file with `--import`: by TEST_CLOCK_OFFSET, and by the milliseconds
 * in a file, which is read once.
 */
const { TEST_CLOCK_OFFSET = '0', CLOCK_OFFSET_FILE } = process.env
const fileOffset = CLOCK_OFFSET_FILE ? readFileSync(CLOCK_OFFSET_FILE, 'utf8') : '0'
shiftDate(Number(TEST_CLOCK_OFFSET) + Number(fileOffset))
