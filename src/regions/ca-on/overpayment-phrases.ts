import type { Gap, WordRule } from '../phrase-rules.ts'
import { mayOf, writer } from './payment-phrases.ts'

export const saleOfMerchandise = 'Canadian Anti-Fraud Centre, on the sale of merchandise'
const cheques = 'Ontario Provincial Police and Kingston Police, on cheques and overpayment'

const carriers =
  'courier|couriers|courier service|courier company|courier agent|courier man|courier guy|fedex|fedex agent|ups|ups agent|ups driver|dhl|dhl agent|purolator|canada post|canada post agent|shipping agent|shipping company|shipper|shippers|pickup agent|pick up agent|delivery agent|delivery company|delivery man|delivery guy|delivery driver|delivery service|dispatcher'
const movers =
  'mover|movers|moving company|moving crew|moving team|moving agent|agent|assistant|secretary|driver|handyman|representative|associate|hauler|haulers|trucker|moving guys'
const middlemen = `${carriers}|${movers}`
const means =
  'cash|cash payment|money|payment|envelope|cheque|check|certified cheque|bank draft|money order|funds'

export const courierRule: WordRule = {
  id: 'courier',
  anywhere: 'courierlink',
  phrases: [
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

export const overpaymentRule: WordRule = {
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
