import { categories } from '#categories/index.ts'
import type { App } from '../http/app-types.ts'
import { favouriteRoutes, listingFavouriteRoutes } from './favourites/favourite-routes.ts'
import type { SavedDeps } from './saved-deps.ts'
import { savedSearchRoutes } from './searches/saved-search-routes.ts'

export function savedRoutes(app: App, deps: SavedDeps) {
  for (const category of categories) listingFavouriteRoutes(app, category, deps)
  favouriteRoutes(app, deps)
  savedSearchRoutes(app, deps)
}
