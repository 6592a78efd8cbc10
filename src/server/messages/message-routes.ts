import { categories } from '#categories/index.ts'
import type { App } from '../http/app-types.ts'
import { blockRoutes } from './blocks/block-routes.ts'
import { listingMessageRoutes } from './listing-message-routes.ts'
import { meetingRoutes } from './meetings/meeting-routes.ts'
import type { MessageDeps } from './message-deps.ts'
import { offerRoutes } from './offers/offer-routes.ts'
import { threadReadRoutes } from './thread-read-routes.ts'
import { threadRoutes } from './thread-routes.ts'

/** The routes with which students write to each other about listings. */
export function messageRoutes(app: App, deps: MessageDeps) {
  for (const category of categories) listingMessageRoutes(app, category, deps)
  threadReadRoutes(app, deps)
  threadRoutes(app, deps)
  offerRoutes(app, deps)
  meetingRoutes(app, deps)
  blockRoutes(app, deps)
}
