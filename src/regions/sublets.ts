import { campus } from '#campus/campus.ts'
import type { LegalCheck, RegionId } from '#campus/campus-settings.ts'
import { sublets as ontario } from './ca-on/sublets.ts'
import type { SubletTexts } from './phrase-rules.ts'

// Pages load this file, so the rules for words, which are long, are not in it.
export const subletTexts: Readonly<Record<RegionId, SubletTexts>> = { 'CA-ON': ontario }

const textsByRegion = new Map<string, SubletTexts>(Object.entries(subletTexts))

/** Returns the texts of a region, whether or not they were checked. Only admins see those that were not. */
export const findSubletTexts = (region: string | null): SubletTexts | undefined =>
  textsByRegion.get(region ?? '')

export interface CheckedSubletTexts {
  readonly texts: SubletTexts
  readonly check: LegalCheck
}

/** Returns the texts of the campus's region if somebody has checked this version of them. */
export function currentSubletTexts(): CheckedSubletTexts | undefined {
  const texts = findSubletTexts(campus.region)
  const check = campus.legalChecks.find(({ region }) => region === campus.region)
  return texts && check?.version === texts.version ? { texts, check } : undefined
}
