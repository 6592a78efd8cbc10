/** The rates of the busiest minute of a campus, as docs/operations/capacity.md derives them. */
export const campusStudents = 60_000
const comeOnBusiestDay = campusStudents / 3
/** The number of times that each of these students does something that day. */
const pagesEach = 30
const loginsEach = 2
const newListingsEach = 1 / 3
/** How many minutes a day a tab is visible. A visible tab asks once a minute whether there are new messages. */
const sessionPollsEach = 20
/** An open conversation asks every five seconds, for three minutes of the day. */
const threadPollsEach = 3 * 12
const messagesEach = 4
const favouritesEach = 3
const savedSearchesEach = 0.2
const shareInBusiestHour = 0.1
/** The ratio of the busiest minute to the mean of its hour. It is high because lectures end together. */
const minutePeak = 2

const perSecond = (each: number) =>
  (comeOnBusiestDay * each * shareInBusiestHour * minutePeak) / 3_600

export const pagesPerSecond = perSecond(pagesEach)
export const loginsPerSecond = perSecond(loginsEach)
export const newListingsPerSecond = perSecond(newListingsEach)
export const photosPerListing = 4
export const sessionPollsPerSecond = perSecond(sessionPollsEach)
export const threadPollsPerSecond = perSecond(threadPollsEach)
export const messagesPerSecond = perSecond(messagesEach)
export const favouritesPerSecond = perSecond(favouritesEach)
export const savedSearchesPerSecond = perSecond(savedSearchesEach)

/** The files that a page loads, of about 15 files and photos. The browser has cached the others. */
export const filesPerPage = 3

/** The shares of pages that visitors and students open. */
export const audienceShares = { visitor: 0.4, student: 0.6 }

/** How many of 100 pages are of each kind. */
export const pageMix = {
  visitor: {
    'landing page': 10,
    'browse page': 30,
    'search page': 20,
    'page of a new listing': 30,
    'page of any listing': 10,
    dashboard: 0,
  },
  student: {
    'landing page': 5,
    'browse page': 30,
    'search page': 20,
    'page of a new listing': 30,
    'page of any listing': 10,
    dashboard: 5,
  },
}

export type PageName = keyof typeof pageMix.student
