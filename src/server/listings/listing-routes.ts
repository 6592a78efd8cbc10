import { categories, categoriesWithCopies } from '#categories/index.ts'
import type { App } from '../http/app-types.ts'
import type { Photos } from '../photos/photos.ts'
import { householdRoute } from './household-route.ts'
import type { ListingDeps } from './listing-deps.ts'
import { listingPhotoRoute } from './listing-photo-route.ts'
import { listingReadRoutes } from './listing-read-routes.ts'
import { movingOutRoutes } from './moving-out/moving-out-routes.ts'
import { listingWriteRoutes } from './posting/listing-write-routes.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { copiesRoute } from './search/copies-route.ts'
import { fitsRoute } from './search/fits-route.ts'
import { suggestRoute } from './search/suggest-route.ts'

export function listingRoutes(app: App, deps: ListingDeps & { photos: Photos }) {
  for (const category of categories) {
    listingReadRoutes(app, category, deps)
    listingWriteRoutes(app, category, deps)
    listingPhotoRoute(app, category, deps)
    fitsRoute(app, category, deps)
    householdRoute(app, category, deps)
  }
  for (const category of categoriesWithCopies) copiesRoute(app, category, deps)
  suggestRoute(app, deps)
  profileRoutes(app, deps)
  movingOutRoutes(app, deps)
}
