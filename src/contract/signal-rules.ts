/** In the order in which they are shown: what is most likely to cost a reader money first. */
export const signalKinds = ['words', 'photo', 'price', 'duplicate'] as const

export type SignalKind = (typeof signalKinds)[number]

/** On the page of a listing. Duplicates are for moderators: the seller was asked when posting. */
export const maxSignalsOnPage = 2

/** What a moderator decides on the answer of a seller. */
export const signalDecisions = ['hidden', 'kept'] as const

/** Of one student. */
export const maxAnswersPerDay = 10
