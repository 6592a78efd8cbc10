import type { Gap, WordRule } from '../phrase-rules.ts'
import { antiFraudCentre, writer } from './payment-phrases.ts'

/** Asks the reader to do what follows. A statement such as "you can pay upfront" only describes how it works. */
const ask =
  'please|kindly|just|can you|could you|would you|will you|you could|you mind|you able to|you willing to|you ok to|you okay to|need you to|want you to|like you to|ask you to|asking you to'
const mustYou =
  'you must|you should|you will|you have to|you need to|you will have to|you will need to'
const politely: Gap = {
  upTo: 4,
  of: 'please|kindly|just|maybe|possibly|perhaps|at|least|first|also|then|still|only|simply|quickly|be|able|willing|to|try|go|ahead|and',
}
const payments = 'pay|paying|etransfer|interac|e transferring|etransferring'
const sends = `${payments}|send|sending|transfer|transferring`
const gives = 'give|giving|put|putting|put down|putting down|make|making|leave|leaving'
const verbs = `${sends}|${gives}`
const toMe: Gap = {
  upTo: 6,
  of: 'me|us|over|the|a|an|your|my|small|little|quick|full|partial|refundable|holding|security|damage|interac|first|last|and|months|at|least|about|around|like|just|only|half|some|of|$|#',
}
const dues =
  'deposit|payment|etransfer|down payment|first month|months rent|last month|first and last|rent|half|fee|full amount|small amount|whole amount|total amount'
const money = `${dues}|money|cash|funds|$`
const paidBy: Gap = {
  upTo: 8,
  of: 'me|us|by|via|through|with|using|in|on|over|the|etransfer|transfer|interac|bank|paypal|cash|email|deposit|money|rent|dollars|bucks|cad|month|months|half|of|and|first|last|a|my|your|account|it|this|that|now|today|tonight|just|please|right|away|$|#',
}
const others =
  'he|she|they|mom|mum|dad|parents|brother|sister|cousin|friend|friends|roommate|roommates|partner|boyfriend|girlfriend|landlord|tenants|subletter|everyone|people|who'
const will: Gap = {
  upTo: 4,
  of: 'can|could|will|would|should|may|must|do|did|also|just|even|only|happily|gladly|already|be|happy|able|willing|am|is|are|ok|okay|fine|go|ahead|and|i|we|please|kindly|to|usually|always|then',
}
/** What the money is for: "for the desk". */
const forIt: Gap = { upTo: 3, not: 'and|or|if|when|i|we|you' }

/** Words after "first" that show that it is no "first month", "first and last" or "first thing". */
const afterFirst =
  '.|,|?|please|then|so|to|by|via|through|for|if|as|because|since|just|ok|okay|thanks|and i|and we|and you|and then|and once|and it|and half'
    .split('|')
    .map((word) => `first ${word}`)
/** What is held for the reader. Without it, "to reserve" is also about a truck, and "to hold" about a line. */
const held =
  'it|this|that|one|them|a spot|a viewing|your|until|till|for you|.|,|the room|the place|the unit|the apartment|the house|the lease|the sublet|the spot|the parking|the item|the desk|the chair|the couch|the bed|the mattress|the bike|the book|the textbook|the laptop|the phone|the ticket|the tickets'.split(
    '|',
  )
const holding = [
  ...['hold', 'reserve', 'secure', 'guarantee'].flatMap((verb) =>
    held.map((thing) => `to ${verb} ${thing}`),
  ),
  'to hold the',
  ...['save', 'keep'].flatMap((verb) => [`to ${verb} it for you`, `to ${verb} one for you`]),
  ...['so i', 'so i can', 'and i', 'and i will', 'and i can'].flatMap((so) => [
    `${so} hold`,
    `${so} reserve`,
    `${so} save it`,
  ]),
]
const beforeMeeting = [
  ...['we meet', 'we can meet', 'i meet', 'meeting', 'the meeting', 'our meeting', 'you come over'],
  ...['you come by', 'i ship', 'i mail', 'i deliver', 'i send', 'i can send', 'i give', 'i hold'],
].map((meeting) => `before ${meeting}`)
const early = [
  ...['upfront', 'up front', 'in advance', 'beforehand', 'ahead of time'],
  ...afterFirst,
  ...holding,
  ...beforeMeeting,
].join('|')

export const upfrontRule: WordRule = {
  id: 'upfront',
  phrases: [
    [ask, politely, sends, toMe, `${money}|#`, paidBy, early],
    [ask, politely, sends, toMe, `${money}|#`, paidBy, 'for|on|as', forIt, early],
    [ask, politely, gives, toMe, money, paidBy, early],
    [ask, politely, payments, paidBy, early],
    [ask, politely, 'first', politely, verbs, toMe, money],
    [mustYou, politely, verbs, 'me|us', toMe, money, paidBy, early],
    [`${mustYou}|you`, politely, payments, 'me|us', paidBy, early],
    ['send|pay|transfer|etransfer', 'me|us', toMe, money, paidBy, early],
    [
      'i|we',
      { upTo: 3, of: 'do|will|would|just|only|really|am|are|still' },
      'need|require|want|like|prefer|ask for|asking for',
      toMe,
      `${dues}|$`,
      paidBy,
      early,
    ],
    ['deposit|payment|etransfer', 'first|upfront|up front|in advance', 'please'],
  ],
  unless: [
    // The writer or somebody else pays.
    [
      `${writer}|${others}`,
      will,
      'need to|want to|like to|love to|prefer to|have to|had to|rather|',
      will,
      verbs,
    ],
    // The money changes hands at a meeting, by the first of a month, or later if the reader prefers.
    [
      verbs,
      { upTo: 8, not: 'and|then|rest|remaining|other|balance' },
      'when|once|after',
      'we|you|i',
      { upTo: 3, of: 'have|will|can|both|actually' },
      'meet|met|see|saw|seen|sign|signed|come|pick|arrive|view|viewed|visit|visited|check|checked|tried|test|tested',
    ],
    [
      verbs,
      { upTo: 8, not: 'and|then|rest|remaining|other|balance' },
      'in person|at pickup|on pickup|at the viewing|after the viewing|after viewing|when signing|at signing',
    ],
    ['by|on|before|of|until|from', 'the', 'first'],
    ['in advance|upfront|up front|beforehand|first', 'or'],
    ['etransfer|interac', 'email|address|password|request'],
  ],
  sentence: 'Asks for money in advance.',
  advice: 'Pay in person, once you have seen it.',
  homeAdvice: 'See it first, in person or on a live video tour.',
  source: antiFraudCentre,
}
