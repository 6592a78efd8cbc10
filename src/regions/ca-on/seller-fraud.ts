import type { MessagePack, WordRule } from '../phrase-rules.ts'
import { brands, linkRules } from './link-phrases.ts'
import { courierRule, overpaymentRule, saleOfMerchandise } from './overpayment-phrases.ts'
import { mayOf, paymentRule, writer } from './payment-phrases.ts'
import { codeRule, detailsRule, secretCode } from './secret-phrases.ts'
import { upfrontRule } from './upfront-phrases.ts'

const holdRule: WordRule = {
  id: 'hold',
  phrases: [
    [
      'payment|money|funds|transfer|etransfer|interac|paypal|transaction|bank|amount|it',
      { upTo: 7 },
      'pending|on hold|held|hold|frozen|processing|released|release|credited|credit|cleared|deposited',
      { upTo: 5 },
      'until|unless|once|when|after|as soon as|till|before',
      { upTo: 7 },
      'ship|shipped|shipping|shipment|tracking|tracking number|upgrade|upgraded|business account|activation fee|account fee|processing fee|expand|increase your limit|send $',
    ],
    [
      'upgrade|expand|convert|change',
      { upTo: 5, of: 'your|the|it|to|a|account|interac|paypal|into|etransfer|from|personal' },
      'business account|business status|account limit|business profile',
    ],
    [
      'send|provide|email|forward|need|needs|give',
      { upTo: 5 },
      'tracking number|tracking|shipping receipt|shipment receipt|proof of shipment|proof of shipping|shipping label',
      { upTo: 8 },
      ',|',
      { upTo: 5 },
      'released|release|credited|credit your|lifted|clear',
    ],
    [
      'fee|$|upgrade|charge',
      { upTo: 8 },
      'to|before',
      { upTo: 3 },
      'release|unlock|receive|credit|activate',
      'the|your|my|',
      'payment|money|funds|transfer|etransfer|account',
    ],
  ],
  unless: [[writer, mayOf, 'ship|send|upgrade|hold']],
  sentence: 'Says a payment waits until you ship or pay something.',
  advice: 'Trust only the balance in your own bank app, and send no money to get money.',
  source: saleOfMerchandise,
}

const otherApps = 'whatsapp|telegram|chatlink|wechat|viber|signal app'
const settle =
  'finalize|finalise|arrange|complete|process|discuss|settle|get|receive|collect|sort out|sort|make|handle|proceed with|send you|claim|confirm'
const dues = 'payment|payments|money|funds|refund|payout|payment details|payment instructions'

const chatRule: WordRule = {
  id: 'chat',
  phrases: [
    [
      otherApps,
      { upTo: 5 },
      ',|',
      'for|about|regarding|to|so|and',
      { upTo: 5, of: `i|we|you|can|will|to|could|may|and|${settle}` },
      `${settle}|for|about|regarding|to`,
      'the|your|my|our|a|with|',
      dues,
    ],
    [otherApps, { upTo: 5 }, 'for|about|regarding', 'the|your|my|', dues],
    [`to|and|for|about|regarding`, settle, 'the|your|my|our|', dues, ',|', { upTo: 6 }, otherApps],
    [
      dues,
      { upTo: 6, of: 'will|be|is|are|done|handled|arranged|made|sent|details|only|happens' },
      'on|via|through|over|in|by',
      'my|the|',
      otherApps,
    ],
    [
      'my|our|the',
      'agent|shipping agent|courier|courier agent|mover|movers|shipper|accountant|secretary|assistant|dispatcher|financial manager|payment manager',
      { upTo: 6 },
      otherApps,
    ],
    [
      'code|verification code|screenshot of the code',
      { upTo: 5, of: 'to|me|on|via|my|the|over|you|get|got|received' },
      otherApps,
    ],
    [otherApps, { upTo: 6, of: 'me|with|the|and|send|number|on|text|to|us|a|your' }, secretCode],
  ],
  sentence: 'Wants to settle the payment in another app.',
  advice: 'Stay in this conversation, where you can report it, and pay or get paid in person.',
  source: 'Toronto Police Service, on deals outside the site',
}

/** How the words that filters look for are written to go unseen. */
const spellings: MessagePack['spellings'] = {
  etransfer:
    'etransfer|etransfers|etrans4r|etransf|etranfer|etranfers|etransfr|etrnsfer|etrasfer|etransfter|emoneytransfer|emt',
  interac: 'interac|intrac|lnterac',
  whatsapp: 'whatsapp|watsapp|whatsap|whatapp|wattsapp|whatzapp|wtsapp|whtsapp|watsap',
  telegram: 'telegram|telegramm|telegrm|telagram',
  verification: 'verification|verfication|verificaton',
  payment: 'payment|paymnt|payement|pymt',
  deposit: 'deposit|depost',
  transfer: 'transfer|trans4r',
  courier: 'courier|currier',
  cheque: 'cheque',
  refund: 'refund',
  overpaid: 'overpaid',
  money: 'money',
  accept: 'accept',
  claim: 'claim',
  click: 'click',
  code: 'code|c0de',
  link: 'link|lnk',
  cash: 'cash',
  bank: 'bank',
  card: 'card',
  fedex: 'fedex',
  purolator: 'purolator',
}

/** Those whose advice also fits before the first message, for students who read a request. */
export const requestRules: readonly WordRule[] = [
  ...[...linkRules, codeRule, detailsRule, overpaymentRule],
  paymentRule,
]

/** Fraud in messages, most of it on students who sell something. The sentences name the pattern and what to do about it. */
export const sellerFraud: MessagePack = {
  rules: [
    ...[...linkRules, codeRule, detailsRule, overpaymentRule, courierRule, holdRule, chatRule],
    upfrontRule,
  ],
  brands,
  spellings,
}
