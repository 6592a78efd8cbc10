import { createRandom } from '../../seed/seeded-random.ts'

export interface Arrival<Kind> {
  kind: Kind
  /** The time of the arrival, in milliseconds after the start. */
  at: number
}

export interface ArrivalOptions {
  /** The factor by which the rates of the kinds are multiplied. */
  times: number
  seconds: number
  seed: number
}

/**
 * Plans independent Poisson arrivals of each kind, sorted by time. They are planned in advance, so that a slow server delays
 * no arrival.
 */
export function planArrivals<Kind extends { perSecond: number }>(
  kinds: readonly Kind[],
  { times, seconds, seed }: ArrivalOptions,
): Arrival<Kind>[] {
  return kinds
    .flatMap((kind, index) => {
      const ratePerMs = (kind.perSecond * times) / 1_000
      return planTimes(ratePerMs, seconds * 1_000, createRandom(seed, index)).map((at) => ({
        kind,
        at,
      }))
    })
    .toSorted((a, b) => a.at - b.at)
}

function planTimes(ratePerMs: number, endMs: number, random: RandomInteger): number[] {
  const times: number[] = []
  // The gaps of a Poisson process are exponentially distributed. The random number is in (0, 1], so that its logarithm is
  // finite.
  const nextGap = () => -Math.log(random.integer(1, 2 ** 32) / 2 ** 32) / ratePerMs
  for (let at = nextGap(); at < endMs; at += nextGap()) times.push(at)
  return times
}

type RandomInteger = Pick<ReturnType<typeof createRandom>, 'integer'>
