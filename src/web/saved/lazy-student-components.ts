/** These imports are in the shell's chunk, which knows the names of all chunks, so that cards and lists need not. */
const importFavourites = () => import('./favourites/student-favourites.tsx')

export const importFavouriteButton = async () => (await importFavourites()).FavouriteButton

export const importFavouriteTasks = async () => (await importFavourites()).FavouriteTasks

export const importSearchControl = async () =>
  (await import('./searches/search-control.tsx')).SearchControl
