import type { Signal } from './signals.ts'

/** Joins the advice of several signals. Advice that they share appears once. */
export const signalAdvice = (signals: readonly Pick<Signal, 'advice'>[]): string =>
  [...new Set(signals.map(({ advice }) => advice))].join(' ')
