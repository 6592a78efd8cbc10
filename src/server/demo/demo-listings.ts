import type { DemoListing } from './demo-listing.ts'
import { drawPhotos } from './drawings/draw-photo.ts'
import { miscItems } from './misc.ts'
import { rentals } from './rentals.ts'
import { textbooks } from './textbooks.ts'

/** All sample listings as of a day, the oldest first. */
export const demoListings = (now: Date): DemoListing[] =>
  [...rentals(now), ...textbooks, ...miscItems].sort((a, b) => b.daysAgo - a.daysAgo)

export const photosOf = ({ category, daysAgo, scene }: DemoListing): string[] =>
  drawPhotos(scene, `${category} ${daysAgo}`)
