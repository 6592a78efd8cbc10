/** In the chunk of the shell, which knows the names of all others: cards and lists need not. */
const importFavourites = () => import('./favourites/favourites-of-student.ts')

export const importFavouriteButton = async () => (await importFavourites()).FavouriteButton

export const importFavouriteTasks = async () => (await importFavourites()).FavouriteTasks

export const importSearchControl = async () =>
  (await import('./searches/search-control.tsx')).SearchControl
