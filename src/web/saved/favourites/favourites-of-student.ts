/** The code of hearts that students load and visitors do not: one chunk. */
export { FavouriteButton } from './favourite-button.tsx'
export { FavouriteTasks } from './favourite-tasks.tsx'
