/*
 * What pages, the server and the service worker agree on. The worker has no other code of ours, so nothing is imported here.
 */

/** The address of the service worker. */
export const workerPath = '/worker.js'

/** Names the student of a response: an id, or `noStudent`. Only responses that no shared cache may store have it. */
export const studentHeader = 'quad-student'
export const noStudent = 'none'

/**
 * The service worker sends it when it asks for a listing that the student has saved and not opened. The response then has
 * no address of the seller, so none counts as seen.
 */
export const keptCopyHeader = 'quad-kept-copy'

/** When the service worker stored a response that it gives in the server's place, in milliseconds. */
export const storedAtHeader = 'quad-stored-at'

/** The caches with data of a student begin with this. Their names end with the student's id. */
export const keptCachePrefix = 'quad-kept-'

/** The cache with photos that were shared from the phone, until a form takes them. */
export const sharedPhotosCache = 'quad-shared-photos'

/** How long shared photos wait for a form. */
export const sharedPhotosMs = 60 * 60 * 1000

/** Where the phone sends photos that a student shares with the installed app, and the name of their field. */
export const sharePath = '/share'
export const sharedPhotosField = 'photos'

/** How long the worker keeps what it stored: as long as a login lasts without a visit. */
export const keptDays = 14

/** Returns whether a cache may have something of a student. */
export const isPersonalCache = (name: string): boolean =>
  name.startsWith(keptCachePrefix) || name === sharedPhotosCache
