import { dayMs } from '../../durations.ts'

/** Compared with what was posted or renewed within this time, also with what has ended since. */
export const comparedMs = 180 * dayMs

/** Fewer others say nothing about what is usual. */
export const minOthers = 8

/** A price below this share of the median is told to readers. */
export const lowPercent = 60
