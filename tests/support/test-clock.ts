import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The option that loads `moved-clock.ts`. */
export const movedClockOption = `--import=${pathToFileURL(join(import.meta.dirname, 'moved-clock.ts'))}`

/**
 * Makes the clocks of this process's children start at the time in `TEST_CLOCK=2028-02-29T23:30-05:00`. The offset is the
 * same for all of them. File times and PostgreSQL's clock stay as they are.
 */
export function startTestClock(): void {
  const { TEST_CLOCK, TEST_CLOCK_OFFSET, NODE_OPTIONS = '' } = process.env
  if (!TEST_CLOCK || TEST_CLOCK_OFFSET) return
  const time = Date.parse(TEST_CLOCK)
  if (Number.isNaN(time)) throw new Error(`TEST_CLOCK is not a time: ${TEST_CLOCK}`)
  process.env.TEST_CLOCK_OFFSET = String(time - Date.now())
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${movedClockOption}`.trim()
}

/**
 * Returns the environment of a server or a command that a test starts, which has the same campus. The compile cache more
 * than halves its start time.
 */
export function childEnvironment(): Record<string, string> {
  const names = ['PATH', 'TZ', 'NODE_OPTIONS', 'TEST_CLOCK_OFFSET']
  const { CAMPUS_FILE } = process.env
  return {
    // Some commands start in another folder.
    ...(CAMPUS_FILE && { CAMPUS_FILE: resolve(CAMPUS_FILE) }),
    ...Object.fromEntries(names.map((name) => [name, process.env[name]]).filter(hasValue)),
    NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../.cache/compiled'),
  }
}

const hasValue = (entry: (string | undefined)[]): entry is [string, string] => Boolean(entry[1])

/** Shifts the clock. It also runs in pages of the browser, so it uses nothing outside itself. */
export function shiftDate(offsetMs: number): void {
  const RealDate = Date
  const realNow = RealDate.now
  const now = () => realNow() + offsetMs
  // This is a proxy, so that dates made by native code are still instances of Date.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) =>
      // A test may replace Date.now.
      key === 'now' && target.now === realNow ? now : Reflect.get(target, key, receiver),
  })
  RealDate.prototype.constructor = globalThis.Date
}
