/**
 * These imports are in the shell's chunk, so that only the shell, and no card or list, contains the names of these chunks.
 */
export const importFavouriteTasks = async () =>
  (await import('./favourites/student-favourites.tsx')).FavouriteTasks

export const importSearchControl = async () =>
  (await import('./searches/search-control.tsx')).SearchControl
