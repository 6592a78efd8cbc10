export const maxFavourites = 200

/** How often an hour one student may save or unsave listings. */
export const maxFavouriteChangesPerHour = 600

export const maxSavedSearches = 20

/** When emails announce the new listings that a saved search finds. */
export const searchFrequencies = ['soon', 'daily', 'off'] as const

export type SearchFrequency = (typeof searchFrequencies)[number]

/** The minutes between two emails to students who chose "soon", and the most such emails a day. */
export const soonMailMinutes = 15
export const maxSoonMailsPerDay = 4

/** The hour on campus when the daily email is written. */
export const dailyMailHour = 8

/** A search is paused this many days after the student last confirmed that they are looking. */
export const pauseSearchAfterDays = 120

/**
 * How many days we remember which listings a student was emailed about. That is longer than an untouched search keeps
 * running, so that no listing is announced twice.
 */
export const keepMailedListingsDays = pauseSearchAfterDays + 10

/** How many listings an email shows. It says how many more there are. */
export const maxMailedListings = 10

/** A price counts as a drop if it is this much lower, by both measures, than the lowest price of the days before. */
export const priceDrop = { percent: 5, dollars: 5, days: 30 }

/** How often a day the price of one listing may change, because each price is kept for a while. */
export const maxPriceChangesPerDay = 20
