import type { Gap, LinkBrand, MessagePack, WordRule } from '../phrase-rules.ts'
import { mayOf, writer } from './payment-phrases.ts'

const saleOfMerchandise = 'Canadian Anti-Fraud Centre, on the sale of merchandise'
const cheques =
  'Ontario Provincial Police and Waterloo Regional Police Service, on cheques and overpayment'

const pay = 'payment|payments|money|funds|transfer|etransfer|interac|deposit|refund|payout|cash'
const accept =
  'accept|claim|receive|collect|deposit|get|release|confirm|approve|verify|finalize|finalise|complete|process|credit|redeem|cash out'
const link = 'link|shortlink|qr code|qr'
const page = `${link}|page|website|site|form|button`
const yours: Gap = {
  upTo: 4,
  of: 'the|your|my|this|that|it|a|an|pending|full|interac|secure|$|#|dollars|of|for',
}
/** Words between an order and the link that follows it, as in "accept the payment here: …". */
const here: Gap = {
  upTo: 6,
  of: 'here|at|on|via|through|with|using|by|from|in|this|the|my|your|a|now|below|and|then|just|please|click|clicking|open|opening|tap|follow|following|use|secure|official|safe|interac|bank|,|is|link|to|into|account|you|can|into',
}
const open =
  'click|clicking|tap|tapping|open|opening|follow|following|press|visit|go to|scan|scanning|fill|fill in|fill out|filling|complete|log in|log into|login|sign in|enter'
const paymentPages =
  'payment link|deposit link|transfer link|etransfer link|interac link|refund link|payment page|deposit page|etransfer page|etransfer form|deposit form|transfer form|payment form|interac form|claim form|payment portal|deposit portal'

const linkTexts = {
  id: 'link',
  sentence: 'Wants you to accept or pay money through a link.',
  advice: 'Turn on Autodeposit; a real e-transfer needs no link to accept.',
  source:
    'Interac, on Autodeposit; Ottawa Police Service, Guelph Police Service and Kingston Police, on links and QR codes sent to sellers',
}

const linkRules: readonly WordRule[] = [
  {
    ...linkTexts,
    phrases: [
      ['paymentlink'],
      [accept, yours, pay, here, link],
      [accept, 'it|them|this', here, link],
      [open, { upTo: 6 }, page, { upTo: 6 }, ',|', { upTo: 3 }, accept, yours, pay],
      [link, ',|', { upTo: 4 }, 'to|and|so', { upTo: 4 }, accept, yours, pay],
      ['to', accept, yours, pay, ',|', { upTo: 4 }, open, { upTo: 4 }, page],
      // A shortened address hides where it leads, so any word about money beside it counts.
      [pay, { upTo: 8 }, ',|', { upTo: 4 }, 'shortlink'],
      ['pay', { upTo: 6 }, ',|', { upTo: 2 }, 'shortlink'],
      ['shortlink', ',|', { upTo: 8 }, pay],
      [
        'pay|checkout',
        {
          upTo: 6,
          of: 'it|me|us|the|$|#|dollars|here|at|on|via|through|with|using|this|my|secure|now|,',
        },
        'link|shortlink|qr code',
      ],
      [
        'here is|this is|sent|sending|send|open|click|use|fill|fill in|fill out|check|got|get|complete',
        { upTo: 5, of: 'you|the|a|an|your|my|this|secure|official|in|out|on|to|,' },
        paymentPages,
      ],
    ],
    unless: [
      [writer, mayOf, 'use|fill|fill in|fill out|open|click|complete|get|got|check|pay'],
      // The writer asks the reader for a link.
      ['can|could|do|did|would|will', 'you', 'send|have|share', { upTo: 5 }, link],
    ],
  },
  {
    ...linkTexts,
    phrases: [
      [open, { upTo: 5 }, ',|', link],
      ['here is|this is', 'the|your|my|', link],
    ],
    onlyBeside: [
      [
        'your|the|my',
        'interac|',
        'payment|money|funds|etransfer|transfer|deposit',
        'is|has|was|will|awaits',
        'been|be|now|already|',
        'ready|waiting|sent|pending|approved|released|made|received|processed|available|on hold|initiated|issued',
      ],
      ['your money|your funds|your payment|your etransfer|your payout|your deposit'],
      [
        'i|we',
        'have|just|already|',
        'just|already|',
        'paid|completed the payment|made the payment',
      ],
      [accept, 'your|the', pay],
    ],
  },
]

const bankDetails =
  'card number|card numbers|debit card number|credit card number|debit card details|credit card details|debit card info|credit card info|card details|card info|card information|cvv|cvc|card pin|pin number|bank pin|debit pin|banking pin|banking password|banking passwords|bank password|online banking password|online banking login|online banking details|online banking info|online banking username|online banking|bank login|banking login|bank details|banking details|bank account details|bank account info|bank account information|bank information|banking information|banking info|bank info|bank credentials|banking credentials|login details|sin number|social insurance number'
const yourDetails: Gap = {
  upTo: 6,
  of: 'me|us|the|your|in|of|out|a|picture|photo|both|all|full|front|back|and|with|name|to|into|on|there|debit|credit|card|or|email|,',
}

const detailsRule: WordRule = {
  id: 'details',
  phrases: [
    [
      'send|give|tell|share|provide|enter|type|fill|put|need|needs|require|requires|confirm|text|dm|submit|verify|what is|whats|input|upload|want|asks for',
      yourDetails,
      bankDetails,
    ],
    [
      'picture|pictures|photo|photos|screenshot',
      { upTo: 7, of: 'of|the|your|both|sides|front|and|back|a' },
      'bank card|debit card|credit card|client card',
    ],
    [
      'log in|log into|login|sign in|sign into',
      { upTo: 4, of: 'to|with|your|the|into|there|online' },
      'bank|online banking|bank account|banking',
      { upTo: 6 },
      accept,
      yours,
      pay,
    ],
  ],
  unless: [
    [writer, mayOf, 'send|give|share|provide|text|dm|confirm|tell|put|enter'],
    ['watcard|student|library|gym|presto', 'card number'],
  ],
  sentence: 'Asks for bank or card details.',
  advice: 'Keep them to yourself: an e-transfer needs only your email address or phone number.',
  source:
    'Interac, on e-Transfer security; Guelph Police Service, on pages that ask for bank passwords',
}

const secretCode =
  'verification code|verify code|verification codes|confirmation code|# digit code|# digits code|six digit code|six digits code|# digit number|# digit pin|google voice code|google code|google verification code|otp|otp code|one time code|one time password|one time passcode|passcode|sms code|authentication code|authorization code'
const say =
  'send|give|tell|read|text|share|forward|dm|provide|what is|whats|need|message|screenshot|repeat|say|drop|type|paste|show'
const toMe: Gap = {
  upTo: 6,
  of: 'me|us|to|back|out|over|the|that|this|your|a|it|with|just|exact|loud|please|of|picture|screenshot|whole|full',
}
const receivedAs: Gap = {
  upTo: 7,
  of: 'that|which|you|just|will|would|should|have|it|they|i|was|has|been|is|are|to|your|on|in|by|the|from|a|gonna|going|#|digit|text',
}
const andThen: Gap = {
  upTo: 12,
  of: ',|and|please|then|just|so|can|could|you|to|your|phone|will|need|have|must|with|#|digits|digit|once|when|it|arrives|comes|get|receive|in|i|that|by|sms|text|message|number|from|google|voice|verify|know|are|real|now|a|the|kindly|on|six|what',
}

const codeRule: WordRule = {
  id: 'code',
  phrases: [
    [say, toMe, secretCode],
    [
      say,
      toMe,
      'code|codes|digits|number',
      receivedAs,
      'get|got|receive|received|sent|texted|sms|google|phone',
    ],
    [
      'code|passcode|digits',
      { upTo: 4, of: 'to|on|your|phone|by|sms|text|from|google|,|and|now' },
      ',|and|then|',
      { upTo: 3, of: 'please|just|you|then|can|could|kindly|will' },
      'read|tell|repeat',
      'it|me',
    ],
    [
      'send|sent|sending|text|texted|texting|get|receive|got',
      {
        upTo: 8,
        of: 'you|your|phone|number|a|the|to|an|google|voice|short|quick|sms|text|with|message|verification|#|six|digit|from|interac|bank|on',
      },
      'code|passcode|verification code|verification',
      andThen,
      'read|tell|send|text|give|repeat|forward',
      'it|me it|me the code|me that|me what|that|it back|back|me the number|me the digits',
    ],
    [
      'prove|proof|confirm|verify|sure|know|check|show',
      { upTo: 7 },
      'real|legit|legitimate|human|genuine|bot|scammer|person|seller',
      ',|',
      { upTo: 10 },
      ',|',
      { upTo: 6 },
      'code',
    ],
    [
      'code|# digits',
      ',|',
      { upTo: 8 },
      'prove|proof|verify|sure|know|check',
      { upTo: 7 },
      'real|legit|legitimate|human|genuine|bot|scammer',
    ],
    [
      say,
      toMe,
      'last|end|last part|rest',
      { upTo: 4, of: 'part|characters|digits|letters|of|the|#|few' },
      'link|url|address',
    ],
  ],
  unless: [
    [writer, mayOf, 'give|tell|share|read|show|forward|message'],
    [writer, 'can|could|will|would', 'send|text', 'you'],
    [
      'access|course|textbook|promo|discount|referral|buzzer|buzz|door|gate|locker|wifi|entry|building|unit|lobby|lab|game|steam|lock|postal|bar|qr|dress|area|garage|gift',
      'code|codes',
    ],
  ],
  sentence: 'Asks for a code that is sent to you.',
  advice: 'Read it to nobody: with such a code, others get into your accounts or your money.',
  source:
    'Greater Sudbury Police Service, on codes and links of e-transfers; Canadian Anti-Fraud Centre, on accounts that are taken over with verification codes',
}

const carriers =
  'courier|couriers|courier service|courier company|courier agent|courier man|courier guy|fedex|fedex agent|ups|ups agent|ups driver|dhl|dhl agent|purolator|canada post|canada post agent|shipping agent|shipping company|shipper|shippers|pickup agent|pick up agent|delivery agent|delivery company|delivery man|delivery guy|delivery driver|delivery service|dispatcher'
const movers =
  'mover|movers|moving company|moving crew|moving team|moving agent|agent|assistant|secretary|driver|handyman|representative|associate|hauler|haulers|trucker|moving guys'
const middlemen = `${carriers}|${movers}`
const means =
  'cash|cash payment|money|payment|envelope|cheque|check|certified cheque|bank draft|money order|funds'

const courierRule: WordRule = {
  id: 'courier',
  phrases: [
    ['courierlink'],
    [
      middlemen,
      'who|',
      {
        upTo: 12,
        of: 'will|would|is|are|can|going|to|come|comes|coming|by|over|tomorrow|today|and|pick|picks|up|pickup|it|the|item|desk|couch|from|you|your|place|address|with|on|this|weekend|saturday|sunday|friday|at|#|then',
      },
      'bring|brings|bringing|carry|carries|come with|comes with|coming with|hand you|hands you|give you|gives you|giving you|deliver|delivers|delivering|drop off|with|has|have|pay|pays|paying|hand over|hands over',
      {
        upTo: 5,
        of: 'you|the|a|an|your|full|exact|in|whole|$|#|of|with|my|certified|agreed|all|sealed|by|for|it|him|them',
      },
      means,
    ],
    [middlemen, 'will|would|is going to|can|comes to|to', { upTo: 6 }, 'pay|pays|paying', 'you'],
    [
      'money|payment|cash|funds|cheque',
      {
        upTo: 5,
        of: 'is|will|be|are|handled|made|sent|delivered|held|collected|goes|comes|you|get|receive|with|paid|given|brought',
      },
      'by|from|with|through|via',
      'the|a|my|your|',
      middlemen,
    ],
    [
      carriers,
      { upTo: 5 },
      ',|',
      { upTo: 5 },
      'link|shortlink|email|form|page|website|site|confirmation|invoice',
      { upTo: 8 },
      'payment|money|funds|paid|pay|card|receive',
    ],
    [
      'insurance|courier|shipping|delivery',
      'insurance|',
      'fee|fees|deposit|charge|insurance',
      { upTo: 9 },
      ',|',
      { upTo: 4 },
      'refund|refunded|refundable|reimburse|reimbursed|added|add it|back',
    ],
    [
      'pay|cover|send',
      { upTo: 4, of: 'for|the|a|their|courier|refundable|small|$|#' },
      'insurance',
      'fee|charge|deposit|for the courier|for the delivery|to the courier',
    ],
  ],
  unless: [
    // The writer pays their own movers.
    [writer, mayOf, 'pay|paying|give|hand'],
    ['cash|cheque|check|money|payment', 'only|box|boxes'],
    ['real estate|rental|leasing|insurance|travel|estate|property', 'agent|agents'],
    ['teaching|lab|research|shop', 'assistant'],
  ],
  sentence: 'Leaves the payment to a courier or mover.',
  advice: 'Hand it over to the buyer in person, once the money is in your account.',
  source: saleOfMerchandise,
}

const surplus =
  'difference|excess|excess money|excess amount|excess funds|overpayment|extra money|extra funds|extra amount|extra cash|extra $|extra #|surplus|remainder|remaining money|remaining funds|remaining amount|remaining balance|leftover|balance|rest|rest of the money|rest of the funds|rest of it|change|$|#'
const sendOn = 'send|transfer|etransfer|forward|wire|give|hand|pay|return|refund|reimburse|remit'
const theMoney: Gap = {
  upTo: 5,
  of: 'me|us|the|back|my|just|please|over|that|of|it|dollars|only|about|other|half|all',
}

const overpaymentRule: WordRule = {
  id: 'overpayment',
  phrases: [
    [
      'refund|return|reimburse',
      theMoney,
      'difference|excess|excess money|excess amount|excess funds|overpayment|extra money|extra funds|extra amount|extra cash|extra $|surplus|remainder|remaining money|remaining funds|remaining amount|remaining balance|leftover money',
    ],
    [
      'send|transfer|etransfer|forward|wire|give|pay',
      theMoney,
      'difference|excess|excess money|excess amount|excess funds|overpayment|extra money|extra funds|extra amount|extra cash|extra $|surplus|remainder|remaining money|remaining funds|remaining amount|remaining balance|rest|rest of the money|balance',
      { upTo: 3 },
      'back',
    ],
    [
      'send|transfer|etransfer|forward|wire|give|pay',
      'me|us|',
      'back',
      'the|my|that|only|just|',
      `${surplus}`,
    ],
    [
      sendOn,
      theMoney,
      `${surplus}|money|cash|funds|fee|fees|payment`,
      { upTo: 4, of: 'money|of|it|over|the|amount|back|on|cash|dollars' },
      'to',
      'my|the|a|his|their|',
      middlemen,
    ],
    [
      'too much|overpaid|over paid|overpayment|extra zero|more than the price|more than the asking price|more than you asked|more than you are asking|more than the amount|above the asking price|by mistake|by accident|accidentally|instead of $|instead of #',
      { upTo: 10 },
      ',|',
      { upTo: 10 },
      sendOn,
      { upTo: 4 },
      'back|difference|rest|extra|excess|refund|remainder|balance',
    ],
    [
      'keep|take|deduct',
      { upTo: 4 },
      'for your trouble|for yourself|for your time|for your stress|for the stress|for the inconvenience|for your troubles|for your effort',
      ',|',
      { upTo: 5, of: 'and|then|please|you|can|will|just|kindly|the|rest|with|remaining' },
      `${sendOn}|goes`,
    ],
    [
      'keep|take|deduct',
      { upTo: 5 },
      'and|then',
      sendOn,
      theMoney,
      'rest|remainder|balance|remaining|difference|excess|other half|#|$',
    ],
    [
      'cheque|check|bank draft|money order|certified cheque|draft|etransfer|payment',
      { upTo: 8 },
      'more than|extra|over|include|includes|cover|covers|including|plus',
      { upTo: 6 },
      'mover|movers|courier|shipper|moving company|shipping agent|pickup agent|asking price|agreed price',
      { upTo: 8 },
      ',|',
      { upTo: 6 },
      sendOn,
    ],
    [
      'deposit|cash',
      'the|my|a|this|',
      'cheque|check|draft|money order',
      { upTo: 8 },
      ',|',
      { upTo: 4 },
      'send|forward|etransfer|transfer|wire',
      theMoney,
      'rest|remainder|balance|remaining|difference|excess|half|money|funds|$|#',
    ],
  ],
  unless: [
    [
      `${writer}|my landlord|landlord|they|she|he`,
      mayOf,
      'send|sent|etransfer|transfer|give|pay|return|refund|forward|keep|take|deposit|cash|reimburse',
    ],
    ['trade|swap|exchange', { upTo: 12 }, 'difference'],
    ['if', { upTo: 12 }, 'refund|return|back'],
  ],
  // Fraudsters never meet, so money that changes hands at a meeting is not theirs.
  unlessBeside: [['when', 'we|i|you', 'meet|see you|see me|pick|come'], ['in person']],
  sentence: 'Pays more than the price and wants the rest passed on or sent back.',
  advice: 'Take only the exact price: a bad payment can take days to show.',
  source: `${cheques}; ${saleOfMerchandise}`,
}

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

/** The brands that fake pages name in their addresses. Real addresses are here too, so that they are not marked. */
const brands: readonly LinkBrand[] = [
  {
    kind: 'payment',
    names: 'interac|lnterac|etransfer|emoneytransfer|autodeposit',
    // "interactive" and "interaction" are words.
    unless: 'interact',
    hosts: 'interac.ca',
    // A real page that takes a transfer, or a request for one. Interac emails its address and no student has to send it.
    transferHosts: 'etransfer.interac.ca',
  },
  { kind: 'payment', names: 'paypal|paypai', hosts: 'paypal.com|paypal.me|paypal.ca' },
  {
    kind: 'payment',
    names: 'rbc|royalbank|rbcroyal|bmo|cibc|scotiabank|tdbank|tdcanada|easyweb|desjardins|simplii',
    hosts:
      'rbc.com|rbcroyalbank.com|royalbank.com|bmo.com|cibc.com|scotiabank.com|tdbank.com|td.com|desjardins.com|simplii.com',
  },
  {
    kind: 'payment',
    names: 'kijiji|facebookpay|marketplacepay',
    hosts: 'kijiji.ca',
  },
  {
    kind: 'courier',
    names: 'canadapost|postescanada|purolator|fedex|dhl|ups|intelcom',
    hosts:
      'canadapost.ca|canadapost-postescanada.ca|purolator.com|fedex.com|dhl.com|dhl.ca|ups.com|intelcom.ca',
  },
]

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

/** Fraud on students who sell something. The sentences name the pattern and what to do about it. */
export const sellerFraud: MessagePack = {
  rules: [...linkRules, codeRule, detailsRule, overpaymentRule, courierRule, holdRule, chatRule],
  brands,
  spellings,
}
