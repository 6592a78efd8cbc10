import type { Signal } from './signals.ts'

/** What to do about several: what is advised for more than one of them is said once. */
export const signalAdvice = (signals: readonly Pick<Signal, 'advice'>[]): string =>
  [...new Set(signals.map(({ advice }) => advice))].join(' ')
