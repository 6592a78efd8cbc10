import { campus } from '#campus/campus.ts'
import type { RegionId } from '#campus/campus-settings.ts'
import { nudgeRules, sharedHome } from './ca-on/nudges.ts'
import { wordRules } from './ca-on/phrases.ts'
import { requestRules, sellerFraud } from './ca-on/seller-fraud.ts'
import type { LawSentence, MessagePack, NudgeRule, SubletTexts, WordRule } from './phrase-rules.ts'
import { subletTexts } from './sublets.ts'

/** What the law of a region, and its experience with fraud, say about the words of listings and messages. */
export interface LawPack {
  readonly name: string
  /** What to call in danger, as it stands in a sentence: "Call 911 first". */
  readonly emergencyNumber: string
  /** Sentences for students who write a listing. */
  readonly nudgeRules: readonly NudgeRule[]
  /** Warnings for students who read a listing or a message. */
  readonly wordRules: readonly WordRule[]
  /** Warnings for students who read a request: its writer wants to pay, so the warnings about offers do not fit. */
  readonly requestRules: readonly WordRule[]
  /** More warnings for students who read a message. */
  readonly messages: MessagePack
  /** What the law permits in a shared home, for the form that asks who lives there. */
  readonly sharedHome?: LawSentence
  /** Legal texts, which stay off until an admin has recorded who checked them. */
  readonly sublets?: SubletTexts
}

const ontario: LawPack = {
  name: 'Ontario, Canada',
  emergencyNumber: '911',
  nudgeRules,
  wordRules,
  requestRules,
  messages: sellerFraud,
  sharedHome,
  sublets: subletTexts['CA-ON'],
}

export const lawPacks: Readonly<Record<RegionId, LawPack>> = {
  'CA-ON': ontario,
}

const packs = new Map<string, LawPack>(Object.entries(lawPacks))

const noPack: LawPack = {
  name: 'None',
  emergencyNumber: 'the emergency services',
  nudgeRules: [],
  wordRules: [],
  requestRules: [],
  messages: { rules: [], brands: [], spellings: {} },
}

/** Returns the pack of the campus's region. Without one, nothing is marked. */
export const currentLawPack = (): LawPack => packs.get(campus.region ?? '') ?? noPack
