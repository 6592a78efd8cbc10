import type { Gap, WordRule } from '../phrase-rules.ts'
import { antiFraudCentre, mayOf, paymentRule, writer } from './payment-phrases.ts'

const away =
  'abroad|overseas|out of the country|out of country|out of canada|outside canada|outside of canada|outside the country|in another country|in a different country'
const notHere =
  'not in canada|not in the country|not currently in canada|not currently in the country'
const awayAs: Gap = {
  upTo: 6,
  of: 'currently|now|still|right|presently|temporarily|already|studying|working|living|staying|based|away|stuck|located|residing|on|at|the|moment|a|an|my|exchange|term|coop|co|op|work|business|job|mission|family|emergency|this|and|here',
}

const later =
  'yet|next|starting|during|this summer|this winter|this spring|this fall|for the summer|for the winter|for the fall|in the summer|in the winter|in the fall|over the'
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december'

const keys = 'key|keys|keycard|fob|fobs|key fob'
const carriers = 'mail|post|courier|fedex|dhl|ups|purolator|canada post|parcel'
const toYou: Gap = { upTo: 3, of: 'to|you|over|out' }
const kindOfMail = 'registered|express|priority|regular|a|'
const keysAnd: Gap = {
  upTo: 6,
  of: 'the|your|a|both|two|#|set|sets|of|house|apartment|room|unit|front|door|spare|and|lease|contract|documents|papers|over|out|you|will|to|can|would|are|is|be|get|being',
}

const seen =
  'see|seeing|seen|view|viewing|viewings|viewed|visit|visiting|visits|tour|tours|showing|showings'
const seeIt = ['it', 'the place', 'the room', 'the apartment', 'the unit', 'the house']
  .flatMap((place) => ['view', 'see', 'visit', 'show you'].map((verb) => `${verb} ${place}`))
  .join('|')
/** Words that may stand between "before" and a viewing. */
const untilSeen: Gap = {
  upTo: 5,
  of: 'you|we|i|they|the|a|an|any|your|our|can|could|even|ever|actually|let|get|give|getting|to|for|come|coming|and|having|have|booking|book|scheduling|schedule|arranging|arrange|in|person|virtual|live|video|room|place',
}
const advance =
  'pay|payment|payments|paid|deposit|deposits|money|funds|etransfer|e transfer|rent|first month|last month|first and last|months rent|application fee|send $'
const untilPaid: Gap = {
  upTo: 6,
  of: 'you|i|we|the|a|your|our|have|has|had|been|is|receive|received|get|got|sent|send|refundable|holding|for|any|first|of|payment',
}
const paid = 'deposit|payment|pay|paid|paying|etransfer|e transfer|money|fee'
const askFor: Gap = {
  upTo: 8,
  of: 'you|must|need|have|to|please|send|i|we|will|require|ask|for|a|the|should|refundable|it|place|room|apartment|unit|house|in|person',
}

export const wordRules: readonly WordRule[] = [
  paymentRule,
  {
    id: 'abroad',
    phrases: [
      ['i am|i live|we are|and i are', awayAs, `${away}|${notHere}`],
      ['currently', awayAs, away],
    ],
    unless: [
      // Somebody else is or was away, or the writer asks whether somebody is.
      ['currently', awayAs, away, '?'],
      // The writer will be away later, or is a student who is looking for a room and is not here yet.
      [`${away}|${notHere}`, later],
      [`${away}|${notHere}`, 'in|from', months],
      ['is|was|who|he|she|you are|they are|parents are|roommates are', 'currently'],
      ['if|whether|when|was|before|after|unless|until', 'i|we'],
      [
        'abroad|overseas',
        'student|students|program|programs|fair|office|advisor|shipping|version|edition',
      ],
    ],
    unlessBeside: [
      [
        'roommate|roommates|housemate|housemates|flatmate|friend|friends|landlord|landlady|superintendent|super|subletter|sister|brother|parents|mother|mom|father|dad|cousin|partner|girlfriend|boyfriend',
        {
          upTo: 5,
          of: 'will|can|could|would|is|are|who|here|still|also|there|happily|able|happy|to|and|lives|live|in|the|house|unit|be|around|you',
        },
        'show|shows|showing|meet|meets|give you the keys|give you the key|gives you the keys|hand you the keys|let you in|has the keys|have the keys',
      ],
      ['can|could', 'we|i|you', { upTo: 4 }, 'video|virtual|facetime|zoom'],
    ],
    sentence: 'Says they are out of the country.',
    advice: 'Ask who can show it or meet you in person, and pay nothing before that.',
    source: antiFraudCentre,
  },
  {
    id: 'keys',
    phrases: [
      [
        'mail|mailing|ship|shipping|courier|couriering|post|posting|fedex',
        'you|the|your|them|over|out|both|a|all|my',
        keysAnd,
        keys,
      ],
      [keys, keysAnd, 'mailed|shipped|couriered|fedexed'],
      [
        keys,
        keysAnd,
        'sent|delivered|come|arrive|',
        toYou,
        'by|via|through|using',
        kindOfMail,
        carriers,
      ],
      [
        'send|sending|sends|deliver|get|receive|forward',
        keysAnd,
        keys,
        toYou,
        'by|via|through|using|in',
        `the|${kindOfMail}`,
        carriers,
      ],
      ['drop|dropping|put|putting|pop|stick', keysAnd, keys, toYou, 'in|into', 'the', 'mail|post'],
    ],
    unless: [
      ['car|bike|piano|mailbox|locker|answer|product|activation|licence|license|software', keys],
      [
        'keyboard|keyboards|piano',
        { upTo: 6, of: ',|extra|spare|the|with|and|all|its|some|two|#|has|comes' },
        keys,
      ],
      // The keys are on their way back.
      ['mail|ship|courier|post|send|drop|put', { upTo: 4 }, keys, { upTo: 2 }, 'back'],
      [keys, 'to', 'me|us'],
      [keys, { upTo: 6 }, 'when|after|once|before', 'you', 'leave|move|go'],
      ['return|returning|give back|do you', { upTo: 3 }, keys],
      ['mail|post|parcel', 'room|rooms|box|boxes|slot|lobby|office|desk|locker|lockers'],
    ],
    sentence: 'Offers keys by mail or courier.',
    advice: 'Meet in person, and send no money before that.',
    homeAdvice: 'See the place with somebody who has its keys before you pay.',
    source: antiFraudCentre,
  },
  {
    id: 'viewing',
    phrases: [
      [advance, { upTo: 7 }, 'before|prior to|ahead of|in advance of', untilSeen, seen],
      ['before', untilSeen, seen, askFor, 'pay|deposit|payment|etransfer|e transfer'],
      // After a comma only an order counts: "before viewing, deposit is $100" only gives the amount.
      [
        'before',
        untilSeen,
        seen,
        { upTo: 2, of: 'it|the|place|room|apartment|unit|house' },
        ',',
        'you|please|i|we|send|pay|must',
        askFor,
        'pay|deposit|payment|etransfer|e transfer',
      ],
      [advance, { upTo: 7 }, 'before', 'i|we', { upTo: 2, of: 'can|will|could|even' }, 'show'],
      [
        'pay|payment|deposit|etransfer|e transfer',
        'comes|goes|is|',
        'first|upfront then|upfront and then',
        { upTo: 4, of: ',|and|then|after|you|can|i|will' },
        `${seen}|show you`,
      ],
      [
        'no|not|never',
        { upTo: 3 },
        `${seen}|show`,
        { upTo: 3 },
        'without|until|unless|before',
        untilPaid,
        paid,
      ],
      [
        `viewing|viewings|showing|showings|${seeIt}`,
        { upTo: 5 },
        'after|once|as soon as',
        untilPaid,
        paid,
      ],
      [
        'after|once|as soon as',
        untilPaid,
        paid,
        { upTo: 5, of: 'is|has|been|sent|paid|,|i|we|will|can|you' },
        seeIt,
      ],
      [
        `to ${seeIt.replaceAll('|', '|to ')}`,
        ',|',
        'you|',
        'must|have to|need to',
        { upTo: 4, of: 'first|a|the|send|make|$' },
        paid,
      ],
      [
        'deposit|fee|payment|send $|pay $',
        { upTo: 1, of: 'required|needed|is' },
        'to|for',
        'book|schedule|reserve|secure|arrange|hold|',
        'a|the|your|',
        'viewing|viewings|showing',
      ],
      ['viewing|showing', 'fee'],
    ],
    unless: [
      ['after|once', { upTo: 3, of: 'the|a|you|have|your|in|person' }, seen],
      [writer, mayOf, 'pay|paid|send|sent|etransfer|e transfer', { upTo: 2 }, `${advance}|before`],
      [
        'see|view|visit|try|test|inspect|check',
        { upTo: 7 },
        'before',
        { upTo: 3 },
        'pay|paying|send|sending|any|money|deposit',
      ],
      ['if', { upTo: 5 }, 'before'],
      [
        'message|dm|pm|msg|contact|text|call|email|ask|tell|know|write|confirm',
        { upTo: 3 },
        'before',
      ],
      // The viewing has happened, or the payment waits for somebody's wages.
      ['thanks|thank you|nice|glad|at|during', { upTo: 5 }, seen],
      ['i|we', 'get|got|am|are', 'paid'],
    ],
    sentence: 'Asks for money before a viewing.',
    advice: 'See it in person before you pay.',
    homeAdvice: 'See it first, in person or on a live video tour.',
    source: antiFraudCentre,
  },
]
