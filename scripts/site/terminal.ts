import { ConfigError } from '#server/config.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError, StartupError } from '#server/errors.ts'

type ErrorClass = abstract new (...args: never[]) => Error

const progressIntervalMs = 100
const expectedErrors: ErrorClass[] = [ConfigError, StartupError, DatabaseUnavailable, AppError]
let progressShownAt = 0

export const formatNumber = (count: number) => count.toLocaleString('en-CA')

export const formatCount = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

export const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Prints one line that overwrites itself, throttled. Prints nothing unless stdout is a terminal. */
export function showProgressLine(formatLine: () => string) {
  if (!process.stdout.isTTY || performance.now() - progressShownAt < progressIntervalMs) return
  progressShownAt = performance.now()
  process.stdout.write(`\r\x1b[K${formatLine()} …`)
}

export function clearProgressLine() {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
}

/** Prints the message of an expected or a system error without its stack. Rethrows any other error. */
export function exitWithMessage(error: unknown, ...alsoExpected: ErrorClass[]): never {
  clearProgressLine()
  if (!(error instanceof Error)) throw error
  const isExpected = [...expectedErrors, ...alsoExpected].some((kind) => error instanceof kind)
  if (!isExpected && !('syscall' in error)) throw error
  console.error(error.message)
  process.exit(1)
}
