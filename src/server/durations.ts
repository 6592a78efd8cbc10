export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How long texts about reports, decisions and signals are kept: 24 months. */
export const notesKeptMs = 730 * dayMs

/** Formats a time as the API and exports do. */
export const toIso = (time: number): string => new Date(time).toISOString()

export const toIsoOrNull = (time: number | null): string | null =>
  time === null ? null : toIso(time)
