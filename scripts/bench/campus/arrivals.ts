import { createRandom } from '../../seed/seeded-random.ts'

export interface Arrival<Kind> {
  kind: Kind
  /** Milliseconds after the start. */
  at: number
}

export interface ArrivalOptions {
  /** How many times the rates of the kinds. */
  times: number
  seconds: number
  seed: number
}

/** Independent Poisson arrivals of each kind, in the order of time: planned in advance, so that a slow server slows nobody's arrival. */
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
  // The gaps of a Poisson process are exponentially distributed; uniform in (0, 1], so that the logarithm is finite.
  const nextGap = () => -Math.log(random.integer(1, 2 ** 32) / 2 ** 32) / ratePerMs
  for (let at = nextGap(); at < endMs; at += nextGap()) times.push(at)
  return times
}

type RandomInteger = Pick<ReturnType<typeof createRandom>, 'integer'>
