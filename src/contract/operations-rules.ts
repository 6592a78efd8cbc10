/** How many days after the posting a sale or rental still counts. */
export const soldDays = 14

/** How many days after joining a return still counts. */
export const cameBackDays = 30

/** A saved search that nothing new has matched for this long counts as never matched. */
export const neverMatchedDays = 14

/** How long the words of searches that found nothing are kept. */
export const emptySearchDays = 30

/** The smallest group of students that a figure shows. */
export const minGroupSize = 3

/** How many weeks the charts have, including this one. */
export const shownWeeks = 12

/** How many days of codes the page shows. */
export const shownCodeDays = 14

export const figureIds = ['listings', 'answered', 'sold', 'reply', 'cameBack'] as const

export type FigureId = (typeof figureIds)[number]
