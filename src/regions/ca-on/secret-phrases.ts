import type { Gap, WordRule } from '../phrase-rules.ts'
import { accept, pay, yours } from './link-phrases.ts'
import { mayOf, writer } from './payment-phrases.ts'

const bankDetails =
  'card number|card numbers|debit card number|credit card number|debit card details|credit card details|debit card info|credit card info|card details|card info|card information|cvv|cvc|card pin|pin number|bank pin|debit pin|banking pin|banking password|banking passwords|bank password|online banking password|online banking login|online banking details|online banking info|online banking username|online banking|bank login|banking login|bank details|banking details|bank account details|bank account info|bank account information|bank information|banking information|banking info|bank info|bank credentials|banking credentials|login details|sin number|social insurance number'
const yourDetails: Gap = {
  upTo: 6,
  of: 'me|us|the|your|in|of|out|a|picture|photo|both|all|full|front|back|and|with|name|to|into|on|there|debit|credit|card|or|email|,',
}

export const detailsRule: WordRule = {
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

export const secretCode =
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

export const codeRule: WordRule = {
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
  advice:
    "Don't share it with anyone: a code like that lets others into your accounts or your money.",
  source:
    'Greater Sudbury Police Service, on codes and links of e-transfers; Canadian Anti-Fraud Centre, on accounts that are taken over with verification codes',
}
