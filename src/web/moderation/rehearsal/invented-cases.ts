import type { CategoryId } from '#categories/index.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { StudentCase } from '#contract/moderation.ts'
import type { Decision } from '#contract/moderation-rules.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { CaseSignal } from '#contract/signals.ts'

/** What experienced moderators would decide, and why. */
export interface ModelAnswer {
  actions: readonly Decision[]
  reasons: readonly DecisionReason[]
  explanation: string
}

export interface InventedReport {
  reason: ReportReason
  note: string
  by: string
  /** How many reports of this student moderators agreed and disagreed with. */
  upheld?: number
  rejected?: number
}

export interface InventedCase {
  category: CategoryId
  title: string
  price: number
  description: string
  details?: Record<string, unknown>
  seller: string
  memberSince: string
  reports: readonly InventedReport[]
  signals?: readonly Pick<CaseSignal, 'kind' | 'sentence' | 'advice' | 'facts'>[]
  /** Earlier decisions about the seller, the newest first. */
  history?: readonly {
    action: Decision
    /** The title of another listing, if the decision was about one. */
    listing?: string
    reason: DecisionReason
    note: string
    daysAgo: number
  }[]
  others?: readonly { title: string; status: StudentCase['listings'][number]['status'] }[]
  model: ModelAnswer
}

/** Ten cases of different kinds. */
export const inventedCases: readonly InventedCase[] = [
  {
    category: 'rental',
    title: 'Bright studio beside campus',
    price: 620,
    description:
      'I moved abroad, so I cannot show it. Send one month as a deposit by bank transfer, and I send you the keys the same day.',
    details: { address: '14 Maple St', house_type: 'Apartment' },
    seller: 'Robin Vale',
    memberSince: '2026-11',
    reports: [
      {
        reason: 'scam',
        note: 'Wants money before anyone has seen the place.',
        by: 'Noor Haddad',
        upheld: 3,
      },
      { reason: 'scam', note: 'The same photos are on another site.', by: 'Li Wen' },
    ],
    signals: [
      {
        kind: 'words',
        sentence: 'The text asks for money before a viewing.',
        advice: 'Never pay for a home that you have not seen.',
        facts: [{ label: 'Words', value: 'a deposit by bank transfer' }],
      },
    ],
    model: {
      actions: ['remove'],
      reasons: ['scam'],
      explanation:
        'A deposit before a viewing and keys in an envelope are the most common rental scam. Two independent reports and a signal agree. Remove it first: an honest seller can appeal, and a student who pays loses the money.',
    },
  },
  {
    category: 'misc',
    title: 'Desk lamp',
    price: 15,
    description: 'Works well. Pick up at the library, evenings.',
    seller: 'Tamar Cohen',
    memberSince: '2025-09',
    reports: [
      { reason: 'not_allowed', note: 'she always undercuts me', by: 'Gus Brandt', rejected: 4 },
    ],
    model: {
      actions: ['keep'],
      reasons: ['within_rules'],
      explanation:
        'A low price breaks no rule. The reporter sells the same things, and moderators rejected four of their reports before. Keep it. We tell the reporter.',
    },
  },
  {
    category: 'misc',
    title: 'Organic Chemistry, 8th edition',
    price: 60,
    description: 'Hardly used, no notes inside. ISBN is on the photo.',
    seller: 'Femi Adeyemi',
    memberSince: '2024-09',
    reports: [
      { reason: 'wrong_category', note: 'This is a textbook.', by: 'Ines Prado', upheld: 1 },
    ],
    model: {
      actions: ['ask_to_edit'],
      reasons: ['wrong_category'],
      explanation:
        'The listing is honest, but people who look for the book will not find it here. Ask for an edit: a removal would punish a small mistake.',
    },
  },
  {
    category: 'misc',
    title: 'Moving boxes, free',
    price: 0,
    description:
      'Take them all. If I am out, ask my old roommate Dana Ruiz, 226 555 0148, 9 Birch Ave, unit 4. She is home alone every evening.',
    details: { is_free: true },
    seller: 'Jo Marsh',
    memberSince: '2025-01',
    reports: [
      { reason: 'private_information', note: 'That is my number and my address!', by: 'Dana Ruiz' },
    ],
    model: {
      actions: ['remove'],
      reasons: ['private_information'],
      explanation:
        'Name, phone number, address and when somebody is alone: each hour that this stays up can harm her. Remove it at once. The seller can post the boxes again without her.',
    },
  },
  {
    category: 'rental',
    title: 'Room in a quiet house',
    price: 700,
    description:
      'Quiet house near the bus. No international students and no one on student aid, please.',
    details: { address: '31 Cedar Cres', house_type: 'House' },
    seller: 'Pat Olsen',
    memberSince: '2026-08',
    reports: [
      {
        reason: 'hateful',
        note: 'They refuse people because of where they come from.',
        by: 'Amir Rahimi',
      },
    ],
    model: {
      actions: ['remove', 'ask_to_edit'],
      reasons: ['hateful'],
      explanation:
        'Refusing tenants because of their origin or their income is discrimination, and against the law in many places. Both a removal and a request to edit are right: the sentence must not stay.',
    },
  },
  {
    category: 'misc',
    title: 'Focus pills for exam week',
    price: 20,
    description: 'Left over from my prescription. Ten for 20. Message me.',
    seller: 'Kit Lang',
    memberSince: '2026-09',
    reports: [{ reason: 'not_allowed', note: 'Prescription drugs', by: 'Sol Ferrer', upheld: 2 }],
    model: {
      actions: ['remove'],
      reasons: ['not_allowed'],
      explanation:
        'Selling prescription drugs is illegal and dangerous. An edit cannot make it allowed, so remove it. For a first time, the removal and its email are enough.',
    },
  },
  {
    category: 'misc',
    title: 'IKEA Malm desk, white',
    price: 80,
    description: 'White desk, small scratch on the left. Pick up near the plaza.',
    seller: 'Uma Iyer',
    memberSince: '2025-09',
    reports: [
      {
        reason: 'duplicate',
        note: 'Posted twice, so it is always on top.',
        by: 'Ben Okafor',
        upheld: 1,
      },
    ],
    signals: [
      {
        kind: 'duplicate',
        sentence: 'Looks like “IKEA Malm desk white”.',
        advice: 'Keep one of them.',
        facts: [
          { label: 'Titles', value: '97% the same' },
          { label: 'Posted', value: '2 days later' },
        ],
      },
    ],
    others: [{ title: 'IKEA Malm desk white', status: 'available' }],
    model: {
      actions: ['remove'],
      reasons: ['duplicate'],
      explanation:
        'It is the same desk twice. Remove the later one and leave the first: the seller keeps a listing, and the list stays fair for others.',
    },
  },
  {
    category: 'misc',
    title: 'Laptop, screen broken',
    price: 90,
    description:
      'Fell down the stairs. Works with an external monitor, battery is fine. You can try it at the library first.',
    seller: 'Nia Blake',
    memberSince: '2024-01',
    reports: [{ reason: 'scam', note: 'Far too cheap for a laptop.', by: 'Max Weber' }],
    signals: [
      {
        kind: 'price',
        sentence: 'The price is far below that of similar listings.',
        advice: 'Ask why before you pay.',
        facts: [
          { label: 'This price', value: '$90' },
          { label: 'Usual price', value: '$420' },
        ],
      },
    ],
    others: [{ title: 'Bike lock', status: 'sold' }],
    model: {
      actions: ['keep'],
      reasons: ['within_rules'],
      explanation:
        'A low price alone proves nothing. The text says why, the buyer can try it in public, and the seller has been here for years. A signal is a question, not an answer.',
    },
  },
  {
    category: 'misc',
    title: 'Two concert tickets, cheap',
    price: 50,
    description: 'Can send them after you pay. First come first served.',
    seller: 'Vic Dorn',
    memberSince: '2026-10',
    reports: [
      { reason: 'scam', note: 'I paid and got nothing.', by: 'Ola Lind', upheld: 1 },
      { reason: 'scam', note: 'Same here, then no reply.', by: 'Yan Zhou' },
    ],
    history: [
      { action: 'warn', reason: 'scam', note: 'Paid tickets never arrived.', daysAgo: 9 },
      {
        action: 'remove',
        listing: 'Festival pass',
        reason: 'scam',
        note: 'Tickets that do not exist.',
        daysAgo: 16,
      },
    ],
    others: [{ title: 'Festival pass', status: 'removed' }],
    model: {
      actions: ['suspend', 'ban'],
      reasons: ['scam'],
      explanation:
        'A removal and a warning have not helped, and two more students lost money. The listing is only a part of it: suspend the seller, and tell an admin, who can close the account.',
    },
  },
  {
    category: 'rental',
    title: 'One bedroom with balcony',
    price: 900,
    description: 'Sublet from January. Viewings by video only, because I travel a lot.',
    details: { address: 'Near the park', house_type: 'Apartment' },
    seller: 'Eli Stone',
    memberSince: '2026-11',
    reports: [
      {
        reason: 'scam',
        note: 'These are the photos of MY flat, I posted them last year.',
        by: 'Rosa Lima',
        upheld: 1,
      },
    ],
    signals: [
      {
        kind: 'photo',
        sentence: 'A photo is nearly the same as in another listing.',
        advice: 'Ask for a new photo with a note in it.',
        facts: [
          { label: 'The other listing', value: 'Balcony flat on Elm St, by Rosa Lima' },
          { label: 'Uploaded', value: 'The other photo, 11 months earlier' },
        ],
      },
    ],
    model: {
      actions: ['remove'],
      reasons: ['scam'],
      explanation:
        'The student who reported it posted this photo first, the address is vague, and nobody can visit. Stolen photos are serious: remove it.',
    },
  },
]
