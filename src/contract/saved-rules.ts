export const maxFavourites = 200

/** Hearts pressed by one student, on and off. */
export const maxFavouriteChangesPerHour = 600

export const maxSavedSearches = 20

/** When mails tell of new listings that a saved search finds. */
export const searchFrequencies = ['soon', 'daily', 'off'] as const

export type SearchFrequency = (typeof searchFrequencies)[number]

/** Those who want it soon get a mail every so many minutes, and so many a day at most. */
export const soonMailMinutes = 15
export const maxSoonMailsPerDay = 4

/** The hour of the campus at which the daily mail is written. */
export const dailyMailHour = 8

/** A search is paused so long after the student last said that they are looking. */
export const pauseSearchAfterDays = 120

/**
 * For so long it is kept which listings a student was mailed: longer than a search that nobody touches goes on, so that
 * no listing is new to it twice.
 */
export const keepMailedListingsDays = pauseSearchAfterDays + 10

/** Listings that a mail shows; it says how many more there are. */
export const maxMailedListings = 10

/** A price that is lower by both than the lowest of so many days before is a drop. */
export const priceDrop = { percent: 5, dollars: 5, days: 30 }

/** Of one listing: each is kept for a while. */
export const maxPriceChangesPerDay = 20
