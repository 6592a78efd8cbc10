import { campus } from '#campus/campus.ts'
import type { RegionId } from '#campus/campus-settings.ts'
import { nudgeRules } from './ca-on/nudges.ts'
import { wordRules } from './ca-on/phrases.ts'
import type { NudgeRule, SubletTexts, WordRule } from './phrase-rules.ts'
import { subletTexts } from './sublets.ts'

/** What the law of a region, and its experience with fraud, say about the words of listings and messages. */
export interface LawPack {
  readonly name: string
  /** Sentences for students who write a listing. */
  readonly nudgeRules: readonly NudgeRule[]
  /** Warnings for students who read a listing or a message. */
  readonly wordRules: readonly WordRule[]
  /** Legal texts, which stay off until an admin has recorded who checked them. */
  readonly sublets?: SubletTexts
}

export const lawPacks: Readonly<Record<RegionId, LawPack>> = {
  'CA-ON': { name: 'Ontario, Canada', nudgeRules, wordRules, sublets: subletTexts['CA-ON'] },
}

const packs = new Map<string, LawPack>(Object.entries(lawPacks))

const noPack: LawPack = { name: 'None', nudgeRules: [], wordRules: [] }

/** Returns the pack of the campus's region. Without one, nothing is marked. */
export const currentLawPack = (): LawPack => packs.get(campus.region ?? '') ?? noPack
