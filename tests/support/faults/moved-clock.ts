import { readFileSync } from 'node:fs'

/** Loaded before a server by `--import`: its clock is ahead by the milliseconds in a file, which is read at its start. */
const offsetMs = Number(readFileSync(process.env.CLOCK_OFFSET_FILE ?? '', 'utf8'))
const realNow = Date.now
Date.now = () => realNow() + offsetMs
