import type { Gap, WordRule } from '../phrase-rules.ts'

export const antiFraudCentre = 'Canadian Anti-Fraud Centre, on rental and merchandise fraud'

// Students pay by Interac e-transfer, so no phrase here treats it as a suspicious payment.
const wire = 'wire transfer|wire transfers|bank wire|wire payment|swift transfer'
const agents = 'western union|westernunion|moneygram|money gram'
const coins =
  'crypto|cryptocurrency|crypto currency|bitcoin|bitcoins|btc|ethereum|eth|usdt|usdc|tether|litecoin|dogecoin'
const cards =
  'gift card|gift cards|giftcard|giftcards|itunes card|itunes cards|steam card|steam cards|google play card|google play cards|prepaid visa|prepaid card|prepaid cards'
const by = 'by|via|through|using|, by|, via|, through|, using'
const transfers = `${wire}|${agents}|${coins}`
const means = `${transfers}|${cards}`
const brands =
  'amazon|apple|itunes|steam|google|play|visa|vanilla|ebay|walmart|razer|gold|xbox|playstation|nintendo|sephora|target'
/** Words for other means of payment, as in "by e-transfer, cash or crypto". */
const among: Gap = {
  upTo: 8,
  of: `${brands}|a|an|the|some|either|your|my|two|international|e|etransfer|transfer|interac|cash|cheque|paypal|bank|direct|western|union|bitcoin|ethereum|moneygram|or|and|,`,
}
/** Other names, as in "by Wise or Western Union", but not words that begin something else, as in "by card and get a". */
const unnamed: Gap = {
  upTo: 3,
  not: 'for|get|gets|receive|before|after|when|then|at|on|of|plus|towards|from|to|i|we|you|as|if|while|since|because|than|instead|that|is|are|has|comes|includes|free|hold|holds|keep|take|buy|sell|send|email',
}
const dues: Gap = {
  upTo: 6,
  of: 'me|us|it|the|a|your|my|our|this|that|all|everything|rent|deposit|deposits|fee|money|balance|rest|remaining|amount|first|last|month|months|half|full|total|$|#|to|for|be|is|are|has|have|needs|can|must|should|will|made|sent|done|paid|now|today|directly|upfront|only|and|please|preferably|agent|landlord|owner',
}
const sum =
  'money|funds|deposit|rent|payment|amount|fee|balance|first month|last month|months rent|$|# dollars'
/** Subjects of a sentence whose writer offers something and does not ask for it. */
export const writer = 'i|we|let me'
export const mayOf: Gap = {
  upTo: 5,
  of: 'can|could|will|would|should|may|must|do|have|had|need|want|like|love|prefer|rather|to|also|just|even|only|happily|gladly|already|be|happy|able|willing|go|ahead|and|i|we',
}
/** "Crypto" before one of these words belongs to a course or a thing. It is not a payment method. */
const ofCourse =
  'notes|textbook|book|lecture|lectures|course|class|assignment|slides|midterm|final|club|conference|ticket|wallet|miner|poster|shirt'

export const paymentRule: WordRule = {
  id: 'payment',
  phrases: [
    ['pay|paying|be paid|get paid', dues, `${by}|with|in`, among, means],
    ['pay|paying|be paid|get paid', dues, `${by}|with`, unnamed, means],
    ['payment|payments|payable|rent|deposit|fee', dues, `${by}|with|in`, among, means],
    ['payment|payments|payable|rent|deposit|fee', dues, by, unnamed, means],
    ['money|funds|send|transfer', dues, `${by}|with`, among, transfers],
    ['money|funds|send|transfer', dues, `${by}|with`, unnamed, transfers],
    [
      'pay|paying|be paid|payment|payments|rent|deposit|money|funds',
      dues,
      'by|via|through',
      'a|bank|',
      'wire|wiring',
    ],
    ['send|sending', { upTo: 4, of: 'me|us|the|a|some|$|#|in|worth|of' }, `${wire}|${coins}`],
    [
      'send|text|email|mail',
      'me|us',
      {
        upTo: 8,
        of: `${brands}|a|an|the|some|two|$|#|in|of|worth|from|on|picture|pictures|photo|photos|code|codes|and`,
      },
      cards,
    ],
    [
      'wire|wiring|wire transfer|western union|moneygram',
      'me|us|over|the|your',
      { upTo: 3, of: 'the|your|first|last|and|months|full|#' },
      sum,
    ],
    ['wire|wiring', 'money|funds'],
    [
      'wire|wiring',
      '$|#',
      { upTo: 5, of: 'dollars|cad|deposit|rent|for|the|first|month|today|now|directly|over' },
      'to',
      'me|us|my|our|this account|the account|the landlord',
    ],
    [
      'deposit|rent|money|payment|funds|fee|balance|first month|months rent',
      { upTo: 4, of: 'has|have|needs|must|should|can|will|to' },
      'be|get',
      'wired',
    ],
    ['send|transfer', dues, 'in', among, coins],
    ['use', agents],
    [`${wire}|${agents}`, 'payment|payments|', 'only'],
    ['buy|purchase|get', { upTo: 5 }, cards, { upTo: 3 }, 'send|text|email', 'me|us'],
    ['only', 'accept|accepting|take|taking', among, means],
    ['accept|take|taking', `${agents}|${coins}`, 'only'],
    ['payment|payments', 'is|are|accepted|', 'only|', 'in|,|', transfers],
    [
      'payment method|payment methods|method of payment|form of payment',
      'is|are|,|',
      among,
      transfers,
    ],
    [transfers, 'payment|payments|transfer|transfers|', 'only', 'please|accepted|payment|payments'],
    [coins, 'payment|payments', 'only'],
  ],
  unless: [
    // A writer who offers to pay that way asks nobody else to.
    [writer, mayOf, 'pay|paying|send|sending|transfer|wire|use|text|email|mail'],
    [coins, ofCourse],
    [agents, 'only', '#|a|an|one|two|three|five|ten|open|across|steps|minutes|blocks'],
    ['gift card|gift cards', { upTo: 2 }, 'for sale|included|balance'],
    ['gift card|gift cards', 'is|are', 'yours'],
  ],
  sentence: "Asks for payment by wire transfer, crypto or gift card, which can't be taken back.",
  advice: 'Pay in person or by Interac e‑transfer, once you have seen it.',
  source: antiFraudCentre,
}
