/**
 * These imports are in the shell's chunk, so that only the shell, and no card or list, contains the names of these chunks.
 */
const importFavourites = () => import('./favourites/student-favourites.tsx')

export const importFavouriteButton = async () => (await importFavourites()).FavouriteButton

export const importFavouriteTasks = async () => (await importFavourites()).FavouriteTasks

export const importSearchControl = async () =>
  (await import('./searches/search-control.tsx')).SearchControl
