import type { Gap, LinkBrand, WordRule } from '../phrase-rules.ts'
import { mayOf, writer } from './payment-phrases.ts'

export const pay =
  'payment|payments|money|funds|transfer|etransfer|interac|deposit|refund|payout|cash'
export const accept =
  'accept|claim|receive|collect|deposit|get|release|confirm|approve|verify|finalize|finalise|complete|process|credit|redeem|cash out'
const link = 'link|shortlink|qr code|qr'
const page = `${link}|page|website|site|form|button`
export const yours: Gap = {
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

export const linkRules: readonly WordRule[] = [
  {
    ...linkTexts,
    anywhere: 'paymentlink',
    phrases: [
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

/** The brands that fake pages name in their addresses. Real addresses are here too, so that they are not marked. */
export const brands: readonly LinkBrand[] = [
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
