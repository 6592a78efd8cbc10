/** The kinds in the order in which they are shown. The one most likely to cost a reader money comes first. */
export const signalKinds = ['words', 'photo', 'price', 'duplicate'] as const

export type SignalKind = (typeof signalKinds)[number]

/** The fewest others that a price is compared with. Fewer say nothing about the usual price. */
export const minComparedPrices = 8

/** How many signals a listing's page shows. Duplicates are shown to moderators only: the seller was asked when posting. */
export const maxSignalsOnPage = 2

/** How many signals a message has. More would bury what to do about them. */
export const maxSignalsOnMessage = 3

/** The moderator's decisions on a seller's answer. */
export const signalDecisions = ['hidden', 'kept'] as const

/** How many signals one student may answer a day. */
export const maxAnswersPerDay = 10
