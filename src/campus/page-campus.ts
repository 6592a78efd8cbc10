import { campus, perCampus, setCampus } from './campus.ts'
import type { CampusSettings } from './campus-settings.ts'
import { setZoneOffsets, type ZoneOffsets, zoneOffsets } from './zone.ts'

/** The campus as a page's state carries it, so that one build serves any campus. */
export interface PageCampus {
  settings: CampusSettings
  offsets: ZoneOffsets
}

const dayMs = 24 * 3_600_000
const yearMs = 366 * dayMs

const byDay = perCampus(() => new Map<number, PageCampus>())

/** Returns the current campus, with the clock changes near this time. All pages of a day share one object. */
export function pageCampus(now: number): PageCampus {
  const day = Math.floor(now / dayMs)
  const kept = byDay()
  const known = kept.get(day)
  if (known) return known
  kept.clear()
  // Only the server asks who may log in, and visitors need not know who was locked out.
  // They need not know either who has checked the legal texts.
  const legalChecks = campus.settings.legalChecks.map((check) => ({ ...check, by: '' }))
  // Only the server searches.
  const settings = { ...campus.settings, closedDomains: [], legalChecks, synonyms: [] }
  const made = { settings, offsets: offsetsNear(now) }
  kept.set(day, made)
  return made
}

function offsetsNear(now: number): ZoneOffsets {
  const offsets = zoneOffsets()
  const first = offsets.findLastIndex(([fromMs]) => fromMs <= now - 5 * yearMs)
  return offsets.slice(Math.max(0, first)).filter(([fromMs]) => fromMs <= now + 3 * yearMs)
}

let applied: PageCampus | undefined

/** Makes this the current campus. The renderer and the browser call it before they render a page. */
export function applyPageCampus(page: PageCampus): void {
  if (page === applied) return
  applied = page
  setCampus(page.settings)
  setZoneOffsets(page.offsets)
}
